import { checkNode } from '../check-node.mjs'

/** `npm run models`: prepares the folder as far as it takes, and lists, downloads or removes speech models. */
checkNode()
const { runMain } = await import('../run-main.mjs')
const { runServedCommand } = await import('./run-command.mjs')
await runMain(() => runServedCommand('models', process.argv.slice(2)))
