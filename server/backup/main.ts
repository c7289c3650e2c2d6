import path from 'node:path'
import { env } from '@/lib/platform/env'
import { restoreBackup } from './restore-backup'
import { writeBackup } from './write-backup'

const USAGE =
  'Usage: npm run backup -- FOLDER     writes everything there is into a new folder\n       npm run restore -- FOLDER    into an empty database and data folder'

/** The operator's commands for backups. Gives the exit code; throws a `SetupError`. */
export async function main(argv: readonly string[], { databaseUrl }: { databaseUrl: string }): Promise<number> {
  const [command, target, ...rest] = argv
  if ((command !== 'backup' && command !== 'restore') || !target || rest.length > 0) {
    process.stderr.write(`${USAGE}\n`)
    return 2
  }
  const folder = path.resolve(target)
  const act = command === 'backup' ? writeBackup : restoreBackup
  const { tables } = await act(databaseUrl, env().dataDir, folder)
  process.stdout.write(`${command === 'backup' ? 'Written to' : 'Restored from'} ${folder}: ${tables.length} tables\n`)
  return 0
}
