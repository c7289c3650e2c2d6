import { checkNode } from './check-node.mjs'

checkNode()
const { runMain } = await import('./run-main.mjs')
const { runInngestTests } = await import('./tests/run-inngest-tests.mjs')
await runMain(() => runInngestTests(process.argv.slice(2)))
