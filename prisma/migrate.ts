import pg from 'pg'
import { SetupError } from '@/server/setup/setup-error.mjs'
import { readMigrations } from './read-sources'
import { NO_FILTERS, withSchemaEngine } from './with-schema-engine'

/** One at a time per database, among all processes that migrate it. */
const LOCK_ID = 7_236_120_261
const LOCK_LIMIT_MS = 60_000

/**
 * Brings a database up to the newest of `prisma/migrations` below `root` (the project's folder). Gives the names of the
 * migrations applied now, none when it was up to date. Writes Prisma's own `_prisma_migrations`, so that
 * `prisma migrate deploy` may take over. Throws a `SetupError`.
 */
export async function migrate(databaseUrl: string, root: string = process.cwd()): Promise<string[]> {
  const guard = new pg.Client({ connectionString: databaseUrl })
  await guard.connect()
  try {
    await takeLock(guard)
    return await applyMigrations(databaseUrl, root)
  } finally {
    // Ending the session gives the lock back.
    await guard.end()
  }
}

async function takeLock(guard: pg.Client): Promise<void> {
  try {
    await guard.query(`set lock_timeout = ${LOCK_LIMIT_MS}`)
    await guard.query('select pg_advisory_lock($1)', [LOCK_ID])
  } catch (error) {
    throw new SetupError(
      `Another process has been changing the database for ${LOCK_LIMIT_MS / 1000} s. Wait until it is done, or end it, and start again.`,
      { cause: error },
    )
  }
}

async function applyMigrations(databaseUrl: string, root: string): Promise<string[]> {
  try {
    return await withSchemaEngine(databaseUrl, root, async (engine) => {
      const migrationsList = readMigrations(root)
      return (await engine.applyMigrations({ migrationsList, filters: NO_FILTERS })).appliedMigrationNames
    })
  } catch (error) {
    throw new SetupError(`The database could not be migrated: ${engineMessage(error)}`, { cause: error })
  }
}

function engineMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
