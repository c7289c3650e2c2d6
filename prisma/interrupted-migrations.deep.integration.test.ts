import { createHash } from 'node:crypto'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { useDatabase } from '@/test/database'
import { diffSchema } from './diff-schema'
import { migrate } from './migrate'
import { readMigrations } from './read-migrations'
import { withMigrationsUpTo } from './testing/with-migrations-up-to'

const { databaseUrl } = await useDatabase()
const root = process.cwd()
const migrations = readMigrations(root)

type Database = { url: string; query: <T extends object>(sql: string, values?: unknown[]) => Promise<T[]> }

const open: { name: string; client: pg.Client }[] = []

/** A new database, empty or a copy of another, with its own connection. */
async function makeDatabase(name: string, template = 'template0'): Promise<Database> {
  await asAdmin(`create database ${name} template ${template}`)
  const url = new URL(databaseUrl)
  url.pathname = `/${name}`
  const client = new pg.Client({ connectionString: url.href })
  open.push({ name, client })
  await client.connect()
  return { url: url.href, query: async (sql, values) => (await client.query(sql, values)).rows }
}

async function asAdmin(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

afterAll(async () => {
  for (const { client } of open) await client.end()
  for (const { name } of open) await asAdmin(`drop database ${name} with (force)`)
})

/**
 * Makes PostgreSQL end the connection at the n-th statement, counted from 1 by `setStatement`: at every statement that
 * defines something or changes a row of a table that is there now, at the write of a migration's mark, and at its
 * commit.
 */
const KILLER = `
  create schema killer;
  create sequence killer.passed;
  create table killer.target (statement bigint not null);
  insert into killer.target values (0);
  create function killer.strike() returns void language plpgsql as $$
  begin
    if nextval('killer.passed') = (select statement from killer.target) then
      perform pg_terminate_backend(pg_backend_pid());
    end if;
  end $$;
  create function killer.at_definition() returns event_trigger language plpgsql as $$ begin perform killer.strike(); end $$;
  create function killer.at_change() returns trigger language plpgsql as $$ begin perform killer.strike(); return null; end $$;
  do $$
  declare name text;
  begin
    for name in select tablename from pg_tables where schemaname = 'public' and tablename <> '_prisma_migrations' loop
      execute format('create trigger killer before insert or update or delete on %I execute function killer.at_change()', name);
    end loop;
    if to_regclass('_prisma_migrations') is null then
      raise exception 'the marks come with the first migration';
    end if;
    create trigger killer before insert or delete on _prisma_migrations execute function killer.at_change();
    create constraint trigger killer_at_commit after insert on _prisma_migrations
      initially deferred for each row execute function killer.at_change();
  end $$;
  create event trigger killer on ddl_command_start execute function killer.at_definition();`

const NO_KILLER = `
  drop event trigger killer;
  drop schema killer cascade;`

/** The first statements one by one, then in longer steps: a migration is one transaction, so none of them differs. */
const nextStatement = (statement: number) => 1 + Math.floor(statement * 1.3)

/** Migrates until nothing is left to do, each time further before the connection is cut. Returns the number of cuts. */
async function migrateUnderFire({ url, query }: Database, root: string): Promise<number> {
  await query(KILLER)
  let cuts = 0
  let marked = ''
  for (let statement = 1; ; statement = nextStatement(statement)) {
    await query(`update killer.target set statement = ${statement}`)
    await query(`select setval('killer.passed', 1, false)`)
    try {
      await migrate(url, root)
      break
    } catch (error) {
      cuts++
      expect(String(error)).toMatch(/could not be migrated: \d+_\w+: terminating connection/)
    }
    // A migration got through before the cut: the next one is cut from its first statement on.
    const [row] = await query<{ last: string }>(
      "select coalesce(max(migration_name), '') as last from _prisma_migrations",
    )
    if (row && row.last !== marked) statement = 0
    marked = row?.last ?? ''
  }
  await query(NO_KILLER)
  return cuts
}

/** The database is what `prisma/schema` says, and every migration is marked as finished, once. */
async function expectComplete({ url, query }: Database): Promise<void> {
  expect(await diffSchema(url, root)).toBe('')
  const marks = await query(
    `select migration_name as name, checksum, finished_at is not null as finished, applied_steps_count as steps
     from _prisma_migrations order by migration_name`,
  )
  expect(marks).toEqual(
    migrations.map(({ name, sql }) => ({ name, checksum: checksumOf(sql), finished: true, steps: 1 })),
  )
  expect(await migrate(url, root)).toEqual([])
}

function checksumOf(sql: string): string {
  return createHash('sha256').update(sql).digest('hex')
}

test('migrations that are cut anywhere are finished by the calls after it', async () => {
  const database = await makeDatabase('migrate_first_start')
  await withMigrationsUpTo('', (empty) => migrate(database.url, empty))
  expect(await migrateUnderFire(database, root)).toBeGreaterThan(migrations.length * 2)
  await expectComplete(database)
})

test('a migration that PostgreSQL refused is run again, and its failure is reported', async () => {
  const database = await makeDatabase('migrate_refused')
  const [first] = migrations
  await database.query('create table users (id uuid)')
  await expect(migrate(database.url, root)).rejects.toThrow(`${first?.name}: relation "users" already exists`)
  await database.query('drop table users')
  await migrate(database.url, root)
  await expectComplete(database)
})

test('a database with a migration before the first one is refused, and left as it is', async () => {
  const database = await makeDatabase('migrate_older')
  await withMigrationsUpTo('', (empty) => migrate(database.url, empty))
  await database.query(
    `insert into _prisma_migrations (id, checksum, migration_name, finished_at) values ('a', 'b', '20260101000000_first', now())`,
  )
  await expect(migrate(database.url, root)).rejects.toThrow(
    /made by a version before the first migration of this one \(20260101000000_first\)\. Export/,
  )
  expect(await database.query('select migration_name as name from _prisma_migrations')).toHaveLength(1)
})

test('no migration ends its transaction or holds a statement that runs outside of one', () => {
  const outside =
    /^\s*(begin|start transaction|commit|end|rollback|abort|vacuum|reindex|create database|alter system)\b|\bconcurrently\b/im
  for (const { name, sql } of migrations) {
    const statements = sql.replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''").replace(/--.*$/gm, '')
    // A script of one statement that builds an index is run without a transaction.
    if (!/^create (unique )?index concurrently [^;]*;\s*$/i.test(statements))
      expect(statements, name).not.toMatch(outside)
  }
})
