import { env, setEnv } from '@/lib/core/env'
import { requireMigrated } from '@/prisma/migrate'
import { explainFullDisk } from './data-folder/explain-full-disk'
import { lockDataDir } from './data-folder/lock-data-dir'
import { findRunningPostgres } from './postgres/find-running-postgres'
import { startPostgres } from './postgres/start-postgres'

type OpenDatabase = { url: string; close(): Promise<void> }

/**
 * The service's database for a command: the one `DATABASE_URL` names, the one a running server has, or the embedded one
 * started until `close`. Only an empty one is migrated. `command` is shown to others
 * that want the folder meanwhile; `say` gets what takes a while.
 */
export async function openDatabase(root: string, command: string, say: (line: string) => void): Promise<OpenDatabase> {
  const { DATABASE_URL: given, dataDir } = env()
  const running = given ?? (await findRunningPostgres(dataDir))
  if (running) return ready({ url: running, close: async () => {} }, root)
  try {
    const unlock = await lockDataDir(dataDir, { command })
    try {
      const postgres = await startPostgres({ dataDir, log: say })
      const close = () => postgres.stop().finally(unlock)
      return await ready({ url: postgres.url, close }, root)
    } catch (error) {
      await unlock()
      throw error
    }
  } catch (error) {
    throw explainFullDisk(error, dataDir, true) ?? error
  }
}

async function ready(database: OpenDatabase, root: string): Promise<OpenDatabase> {
  try {
    setEnv({ DATABASE_URL: database.url })
    await requireMigrated(database.url, root)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}
