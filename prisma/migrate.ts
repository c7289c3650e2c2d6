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

/** What PostgreSQL says when something that a script makes is there, or something that it drops or renames is gone. */
const ALREADY_DONE = new Set([
  '42P06', // duplicate_schema
  '42P07', // duplicate_table, and an index
  '42701', // duplicate_column
  '42710', // duplicate_object
  '42723', // duplicate_function
  '42P01', // undefined_table
  '42703', // undefined_column
  '42704', // undefined_object
  '42883', // undefined_function
])
const DISK_FULL = '53100'
const DEADLOCK = '40P01'
/** PostgreSQL waits for a second before it looks for a deadlock, so this is how many seconds such attempts take at least. */
const MAX_ATTEMPTS = 10

type Mark = { id: string; name: string; isFinished: boolean; hasFailed: boolean }

/**
 * Brings a database up to the newest of `prisma/migrations` below `root` (the project's folder). Returns the names of
 * the migrations applied now, none when it was up to date. A migration and its mark are one transaction, so that an
 * interruption at any moment leaves the database as it was before or after one, and the next call goes on from there.
 * Throws a `SetupError`.
 */
export async function migrate(databaseUrl: string, root: string = process.cwd()): Promise<string[]> {
  // One session for the lock and the work: the lock is free only once an interrupted migration has been rolled back.
  const client = new pg.Client({ connectionString: databaseUrl })
  // A connection that is lost fails the statement under way, which is where it is reported.
  client.on('error', () => {})
  try {
    await client.connect()
    await takeLock(client)
    const former = await applyFormer(client, root)
    return [...former, ...(await applyPending(client, readMigrations(root)))]
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

/**
 * Leads a database that is older than the first of `prisma/migrations` to it: `prisma/former-migrations` are applied to
 * their end, and then their marks give way to that of the first migration, which makes the same tables in one go.
 */
async function applyFormer(client: pg.Client, root: string): Promise<string[]> {
  const [first] = readMigrations(root)
  const former = readMigrations(root, 'former-migrations')
  const names = former.map(({ name }) => name)
  const marks = await listMarks(client)
  if (!first || !marks.some(({ name }) => names.includes(name))) return []
  const applied = await applyPending(client, former)
  try {
    await inTransaction(client, async () => {
      await client.query('delete from _prisma_migrations where migration_name = any($1)', [names])
      await insertMark(client, first)
    })
  } catch (error) {
    throw failure(first.name, error)
  }
  return applied
}

async function applyPending(client: pg.Client, migrations: readonly Migration[]): Promise<string[]> {
  const marks = await listMarks(client)
  const applied: string[] = []
  for (const migration of migrations) {
    const mark = marks.find(({ name }) => name === migration.name)
    if (mark?.isFinished) continue
    try {
      if (mark) await resume(client, migration, mark)
      else await apply(client, migration, () => insertMark(client, migration))
    } catch (error) {
      throw failure(migration.name, error)
    }
    applied.push(migration.name)
  }
  return applied
}

async function listMarks(client: pg.Client): Promise<Mark[]> {
  const { rows: known } = await client.query(`select to_regclass('_prisma_migrations') is not null as exists`)
  if (!known[0].exists) await client.query(CREATE_MARKS)
  const { rows } = await client.query<Mark>(`
    select id, migration_name as name, finished_at is not null as "isFinished", logs is not null as "hasFailed"
    from _prisma_migrations where rolled_back_at is null`)
  return rows
}

/**
 * Runs a migration's script and `mark` in one transaction. Of a deadlock with a process that still serves requests
 * PostgreSQL undoes one side: if that is the migration, it starts anew.
 */
async function apply(client: pg.Client, migration: Migration, mark: () => Promise<void>): Promise<void> {
  const run = async () => {
    await client.query(migration.sql)
    await mark()
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

/** Of a connection that is lost, PostgreSQL rolls back by itself. */
async function rollBack(client: pg.Client): Promise<void> {
  await client.query('rollback').catch(() => {})
}

/**
 * Finishes a migration that an earlier release left without the end of its mark. Those releases marked the beginning,
 * ran the script in a transaction of its own, and marked the end. So the script was committed as a whole or not at all:
 * it can be run exactly when it was not. One that PostgreSQL had refused (`hasFailed`) was not.
 */
async function resume(client: pg.Client, migration: Migration, mark: Mark): Promise<void> {
  const finish = async () => {
    await client.query(
      'update _prisma_migrations set finished_at = now(), logs = null, applied_steps_count = 1 where id = $1',
      [mark.id],
    )
  }
  try {
    await apply(client, migration, finish)
  } catch (error) {
    if (mark.hasFailed || !ALREADY_DONE.has(sqlState(error) ?? '')) throw error
    await finish()
  }
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
