import { checkNode } from './check-node.mjs'

checkNode()
const { dropUnwritableOutput } = await import('./drop-unwritable-output.mjs')
const { runMain } = await import('./run-main.mjs')
const { startService } = await import('./start-service.mjs')
dropUnwritableOutput()
await runMain(() => startService(process.argv.slice(2)))
