import { checkNode } from './check-node.mjs'

checkNode()
const { runMain } = await import('./run-main.mjs')
const { runUserCommand } = await import('./run-user-command.mjs')
await runMain(() => runUserCommand(process.argv.slice(2)))
