import { checkNode } from '../check-node.mjs'

checkNode()
const { runMain } = await import('../run-main.mjs')
const { runDatabaseCommand } = await import('./run-command.mjs')
await runMain(() => runDatabaseCommand('user', process.argv.slice(2)))
