import { checkNode } from './check-node.mjs'

checkNode()
const { runMain } = await import('./run-main.mjs')
const { startService } = await import('./start-service.mjs')
await runMain(() => startService(process.argv.slice(2)))
