import { checkNode } from '../check-node.mjs'

/**
 * `npm run -s doctor`: prepares the folder as far as it takes, and checks this machine. Standard output is the result
 * alone.
 */
checkNode()
const { runMain } = await import('../run-main.mjs')
const { runServedCommand } = await import('./run-command.mjs')
await runMain(() => runServedCommand('doctor', process.argv.slice(2)))
