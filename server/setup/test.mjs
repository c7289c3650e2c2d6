import { checkNode } from './check-node.mjs'

checkNode()
const { runMain } = await import('./run-main.mjs')
const { runTests } = await import('./tests/run-tests.mjs')
await runMain(() => runTests(process.argv.slice(2)))
