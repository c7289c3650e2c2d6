import { checkNode } from '../check-node.mjs'

/** `npm run backup` (also `-- verify FOLDER`, which needs no database) and `npm run restore`: the first argument says which. */
checkNode()
const { runMain } = await import('../run-main.mjs')
const { runCommand, runDatabaseCommand } = await import('./run-command.mjs')
const argv = process.argv.slice(2)
const isVerify = argv[0] === 'backup' && argv[1] === 'verify' && argv.length > 2
await runMain(() => (isVerify ? runCommand('backup', argv.slice(1)) : runDatabaseCommand('backup', argv)))
