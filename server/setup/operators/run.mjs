import { checkNode } from '../check-node.mjs'

/**
 * `node server/setup/operators/run.mjs NAME ARGUMENTS…`: a command of the operator. It prepares the folder as far as it takes.
 * Standard output is the command's alone.
 */
checkNode()
const { runMain } = await import('../run-main.mjs')
const { runCommand, runDatabaseCommand, runServedCommand } = await import('./run-command.mjs')

/** @type {Record<string, (name: string, argv: string[]) => Promise<number | void>>} */
const COMMANDS = {
  user: runDatabaseCommand,
  public: runDatabaseCommand,
  models: runServedCommand,
  doctor: runServedCommand,
  'stripe-check': runCommand,
  backup: runBackup,
  restore: runBackup,
  'yt-dlp': async (_, argv) => (await import('./yt-dlp.mjs')).runYtDlp(argv),
}

/**
 * Backup and restore share a program, which gets the command's name first. `backup verify FOLDER` needs no database.
 * @param {string} name
 * @param {string[]} argv
 */
function runBackup(name, argv) {
  const isVerify = name === 'backup' && argv[0] === 'verify' && argv.length > 1
  return isVerify ? runCommand('backup', argv) : runDatabaseCommand('backup', [name, ...argv])
}

await runMain(async () => {
  const [name = '', ...argv] = process.argv.slice(2)
  const command = COMMANDS[name]
  if (command) return command(name, argv)
  console.error(`Usage: node server/setup/operators/run.mjs ${Object.keys(COMMANDS).join('|')} ARGUMENTS…`)
  return 2
})
