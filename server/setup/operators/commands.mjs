import { runCommand, runDatabaseCommand, runServedCommand } from './run-command.mjs'

/**
 * Backup and restore share a program, which gets the command's name first. `backup verify FOLDER` needs no database.
 * @param {string} name
 * @param {string[]} argv
 */
function runBackup(name, argv) {
  const isVerify = name === 'backup' && argv[0] === 'verify' && argv.length > 1
  return isVerify ? runCommand('backup', argv) : runDatabaseCommand('backup', [name, ...argv])
}

/**
 * The commands of the operator. Each takes its name and arguments and returns the exit code, unless the command line sets it.
 * @type {ReadonlyMap<string, (name: string, argv: string[]) => Promise<number | void>>}
 */
export const COMMANDS = new Map(
  Object.entries({
    user: runDatabaseCommand,
    public: runDatabaseCommand,
    models: runServedCommand,
    doctor: runServedCommand,
    backup: runBackup,
    restore: runBackup,
    'yt-dlp': async (/** @type {string} */ _, /** @type {string[]} */ argv) =>
      (await import('./yt-dlp.mjs')).runYtDlp(argv),
    'stripe-check': runCommand,
  }),
)
