import { createHash, randomUUID } from 'node:crypto'
import pg from 'pg'
import { SetupError } from '@/server/setup/setup-error.mjs'
import { type Migration, readMigrations } from './read-migrations'

/** One at a time per database, among all processes that migrate it. */
const LOCK_ID = 7_236_120_261
const LOCK_LIMIT_MS = 60_000

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

const DISK_FULL = '53100'
const DEADLOCK = '40P01'
/** PostgreSQL waits for a second before it looks for a deadlock, so this is how many seconds such attempts take at least. */
const MAX_ATTEMPTS = 10

/**
 * Migrates a database to the newest of `prisma/migrations` below `root` (the project's folder). Returns the names of
 * the migrations it applied. A migration and its mark are one transaction, so an interruption leaves the database
 * before or after a migration, and the next call continues there. Throws a `SetupError`.
 */
export async function migrate(databaseUrl: string, root: string = process.cwd()): Promise<string[]> {
  // One session for the lock and the work: the lock is free only once an interrupted migration has been rolled back.
  const client = new pg.Client({ connectionString: databaseUrl })
  // A connection that is lost fails the statement under way, which is where it is reported.
  client.on('error', () => {})
  try {
    await client.connect()
    await takeLock(client)
    return await applyPending(client, readMigrations(root))
  } catch (error) {
    throw error instanceof SetupError ? error : failure(null, error)
  } finally {
    await client.end()
  }
}

async function takeLock(client: pg.Client): Promise<void> {
  try {
    await client.query(`set lock_timeout = ${LOCK_LIMIT_MS}`)
    await client.query('select pg_advisory_lock($1)', [LOCK_ID])
    await client.query('reset lock_timeout')
  } catch (error) {
    throw new SetupError(
      `Another process has been changing the database for ${LOCK_LIMIT_MS / 1000} s. Wait until it is done, or end it, and start again.`,
      { cause: error },
    )
  }
}

async function applyPending(client: pg.Client, migrations: readonly Migration[]): Promise<string[]> {
  const known = await listMarks(client)
  const older = known.find((name) => name < (migrations[0]?.name ?? ''))
  if (older !== undefined) {
    throw new SetupError(
      `This database was made by a version before the first migration of this one (${older}). Export your transcripts with that version, then start this one with an empty database.`,
    )
  }
  const pending = migrations.filter(({ name }) => !known.includes(name))
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

/**
 * Runs a migration's script and marks it in one transaction. Of a deadlock with a process that still serves requests
 * PostgreSQL undoes one side: if that is the migration, it starts anew.
 */
async function apply(client: pg.Client, migration: Migration): Promise<void> {
  const run = async () => {
    await client.query(migration.sql)
    await insertMark(client, migration)
  }
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction(client, run)
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || sqlState(error) !== DEADLOCK) throw error
    }
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
    sqlState(error) === DISK_FULL
      ? 'The disk of the database is full: free some space and start again.'
      : 'Whatever was not finished has been undone; the next start tries it again.'
  return new SetupError(`The database could not be migrated: ${migration ? `${migration}: ` : ''}${said}\n${advice}`, {
    cause: error,
  })
}

function sqlState(error: unknown): string | null {
  return error instanceof pg.DatabaseError ? (error.code ?? null) : null
}
