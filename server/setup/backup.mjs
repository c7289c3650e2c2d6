import { checkNode } from './check-node.mjs'

/** `npm run backup` and `npm run restore`: the first argument says which. */
checkNode()
const { runMain } = await import('./run-main.mjs')
const { runDatabaseCommand } = await import('./run-database-command.mjs')
await runMain(() => runDatabaseCommand('backup', process.argv.slice(2)))
