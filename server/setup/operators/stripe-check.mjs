import { checkNode } from '../check-node.mjs'

/** `npm run stripe:check`: prepares the folder as far as it takes, and looks at the configuration at Stripe. */
checkNode()
const { runMain } = await import('../run-main.mjs')
const { runCommand } = await import('./run-command.mjs')
await runMain(() => runCommand('stripe-check', process.argv.slice(2)))
