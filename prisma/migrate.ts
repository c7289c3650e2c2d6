import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { openSession } from '@/lib/core/db/session'
import { SetupError } from '@/server/setup/setup-error.mjs'
import { type Migration, readMigrations } from './read-migrations'

/** One at a time per database, among all processes that migrate it. */
/** The advisory lock that a process holds while it migrates. */
export const MIGRATION_LOCK = 7_236_120_261
const LOCK_LIMIT_MS = 60_000
const LOCK_POLL_MS = 250

/** Prisma's own table, column by column, so that `prisma migrate deploy` may take over. */
const CREATE_MARKS = `
  create table _prisma_migrations (
    id varchar(36) primary key not null,
    checksum varchar(64) not null,
    finished_at timestamptz,
    migration_name varchar(255) not null,
    logs text,
    rolled_back_at timestamptz,
    started_at timestamptz not null default now(),
    applied_steps_count integer not null default 0
  )`

/** The next step by SQLSTATE. */
const ADVICE: Readonly<Record<string, string>> = {
  '53100': 'The disk of the database is full: free some space and start again.',
  '55P03': 'Another transaction has been using a table for too long: end it (see pg_stat_activity) and start again.',
}
/**
 * Deadlocks, and tables that others use: a migration that waits for a table keeps all later statements on it waiting, so it gives
 * up after the session's limit of five seconds and begins anew.
 */
const CONFLICTS = ['40P01', '55P03']
const MAX_ATTEMPTS = 10

/**
 * Migrates a database to the newest of `prisma/migrations` below `root` (the project's folder). Returns the names of
 * the migrations it applied. A migration and its mark are one transaction, so an interruption leaves the database
 * before or after a migration, and the next call continues there. Throws a `SetupError`.
 */
export async function migrate(databaseUrl: string, root: string = process.cwd()): Promise<string[]> {
  // One session for the lock and the work: the lock is free only once an interrupted migration has been rolled back.
  return withMigrations(databaseUrl, root, async (client, migrations) => {
    await takeLock(client)
    return applyPending(client, migrations)
  })
}

/**
 * Requires that a database has been migrated to the newest migration, for commands beside the service. An empty database is
 * migrated. Throws a `SetupError`.
 */
export async function requireMigrated(databaseUrl: string, root: string = process.cwd()): Promise<void> {
  const isNew = await withMigrations(databaseUrl, root, async (client, migrations) => {
    const known = await listMarks(client)
    if (known.length > 0 && findPending(known, migrations).length > 0) {
      throw new SetupError(
        'This database is of an older version. Start the service once, which migrates it, then try again.',
      )
    }
    return known.length === 0
  })
  if (isNew) await migrate(databaseUrl, root)
}

async function withMigrations<T>(
  databaseUrl: string,
  root: string,
  work: (client: pg.Client, migrations: readonly Migration[]) => Promise<T>,
): Promise<T> {
  let client: pg.Client | undefined
  try {
    // A connection that is lost fails the statement under way, which is where it is reported.
    client = await openSession(databaseUrl, 'migration', () => {})
    return await work(client, readMigrations(root))
  } catch (error) {
    throw error instanceof SetupError ? error : failure(null, error)
  } finally {
    await client?.end()
  }
}

/** Asks again and again: a statement that waited for the lock would keep an index that is built concurrently from its end. */
async function takeLock(client: pg.Client): Promise<void> {
  const endsAt = performance.now() + LOCK_LIMIT_MS
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      MIGRATION_LOCK,
    ])
    if (rows[0]?.taken) return
    if (performance.now() > endsAt) break
    await delay(LOCK_POLL_MS)
  }
  throw new SetupError(
    `Another process has been changing the database for ${LOCK_LIMIT_MS / 1000} s. Wait until it is done, or end it, and start again.`,
  )
}

/** The migrations that a database lacks. Throws for a database of a version before the first of them, or after the last. */
function findPending(known: readonly string[], migrations: readonly Migration[]): Migration[] {
  const older = known.find((name) => name < (migrations[0]?.name ?? ''))
  if (older !== undefined) {
    throw new SetupError(
      `This database was made by a version before the first migration of this one (${older}). Export your transcripts with that version, then start this one with an empty database.`,
    )
  }
  const newer = known.find((name) => name > (migrations.at(-1)?.name ?? ''))
  if (newer !== undefined) {
    throw new SetupError(
      `This database was migrated by a newer version (${newer}). Start that version or a later one. To return to this version, restore a backup that it has written.`,
    )
  }
  return migrations.filter(({ name }) => !known.includes(name))
}

async function applyPending(client: pg.Client, migrations: readonly Migration[]): Promise<string[]> {
  const pending = findPending(await listMarks(client), migrations)
  for (const migration of pending) {
    try {
      await apply(client, migration)
    } catch (error) {
      throw failure(migration.name, error)
    }
  }
  return pending.map(({ name }) => name)
}

/** The names of the applied migrations. Their table is made where it is missing. */
async function listMarks(client: pg.Client): Promise<string[]> {
  const { rows: known } = await client.query(`select to_regclass('_prisma_migrations') is not null as exists`)
  if (!known[0].exists) await client.query(CREATE_MARKS)
  const { rows } = await client.query<{ name: string }>(`
    select migration_name as name from _prisma_migrations
    where finished_at is not null and rolled_back_at is null order by name`)
  return rows.map(({ name }) => name)
}

/** A script that only builds an index while others use the table, which PostgreSQL does in no transaction. */
const CONCURRENT_INDEX = /^create (?:unique )?index concurrently ("\w+")[^;]*;\s*$/i

/**
 * Runs a migration's script and marks it in one transaction. Where it conflicts with a process that still serves requests, it
 * starts anew.
 */
async function apply(client: pg.Client, migration: Migration): Promise<void> {
  const index = CONCURRENT_INDEX.exec(migration.sql)?.[1]
  const run = async () => {
    if (index === undefined) await client.query(migration.sql)
    await insertMark(client, migration)
  }
  for (let attempt = 1; ; attempt++) {
    try {
      if (index !== undefined) await buildIndex(client, migration, index)
      return await inTransaction(client, run)
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !CONFLICTS.includes(sqlState(error) ?? '')) throw error
    }
  }
}

/** Builds an index, in place of one that was left unfinished. Waits for the transactions of others as long as it takes. */
async function buildIndex(client: pg.Client, { sql }: Migration, index: string): Promise<void> {
  const { rows } = await client.query<{ limit: string; isValid: boolean | null }>(
    `select current_setting('lock_timeout') as limit,
       (select indisvalid from pg_index where indexrelid = to_regclass($1)) as "isValid"`,
    [index],
  )
  const { limit = '0', isValid = null } = rows[0] ?? {}
  if (isValid) return
  await client.query('set lock_timeout = 0')
  try {
    if (isValid === false) await client.query(`drop index concurrently ${index}`)
    await client.query(sql)
  } finally {
    // A lost connection has no limit to restore, and its loss is what is reported.
    await client.query(`select set_config('lock_timeout', $1, false)`, [limit]).catch(() => {})
  }
}

async function inTransaction(client: pg.Client, run: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await run()
    await client.query('commit')
  } catch (error) {
    await rollBack(client)
    throw error
  }
}

/** PostgreSQL rolls back a lost connection by itself. */
async function rollBack(client: pg.Client): Promise<void> {
  await client.query('rollback').catch(() => {})
}

async function insertMark(client: pg.Client, { name, sql }: Migration): Promise<void> {
  const checksum = createHash('sha256').update(sql).digest('hex')
  await client.query(
    `insert into _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
     values ($1, $2, $3, clock_timestamp(), 1)`,
    [randomUUID(), checksum, name],
  )
}

function failure(migration: string | null, error: unknown): SetupError {
  const said = error instanceof Error ? error.message : String(error)
  const advice =
    ADVICE[sqlState(error) ?? ''] ?? 'Whatever was not finished has been undone; the next start tries it again.'
  return new SetupError(`The database could not be migrated: ${migration ? `${migration}: ` : ''}${said}\n${advice}`, {
    cause: error,
  })
}

function sqlState(error: unknown): string | null {
  return error instanceof pg.DatabaseError ? (error.code ?? null) : null
}
