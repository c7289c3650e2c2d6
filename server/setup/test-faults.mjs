import { checkNode } from './check-node.mjs'

checkNode()
const { runMain } = await import('./run-main.mjs')
const { runFaults } = await import('./tests/run-faults.mjs')
await runMain(() => runFaults(process.argv.slice(2)))
