import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useDatabase } from '@/test/database'
import { migrate, requireMigrated } from './migrate'

const { databaseUrl } = await useDatabase()
let root: string
let client: pg.Client

const SCHEMA = `datasource db { provider = "postgresql" }
model Note {
  id Int @id
}`

async function addMigration(name: string, sql: string): Promise<void> {
  const folder = path.join(root, 'prisma', 'migrations', name)
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, 'migration.sql'), sql)
}

async function emptyDatabase(name: string): Promise<string> {
  await client.query(`create database ${name}`)
  const url = new URL(databaseUrl)
  url.pathname = `/${name}`
  return url.href
}

beforeAll(async () => {
  client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  root = await mkdtemp(path.join(tmpdir(), 'verbatim-migrate-'))
  await mkdir(path.join(root, 'prisma', 'schema'), { recursive: true })
  await writeFile(path.join(root, 'prisma', 'schema', 'base.prisma'), SCHEMA)
  await addMigration('20260101000000_first', 'create table "Note" (id int primary key);')
})

afterAll(async () => {
  await client.query('drop database if exists migrate_race')
  await client.query('drop database if exists migrate_broken')
  await client.query('drop database if exists migrate_deadlock')
  await client.query('drop database if exists migrate_newer')
  await client.query('drop database if exists migrate_held')
  await client.query('drop database if exists migrate_index with (force)')
  await client.query('drop database if exists migrate_command')
  await client.end()
  await rm(root, { recursive: true, force: true })
})

test('only one of two concurrent processes applies a migration', async () => {
  const url = await emptyDatabase('migrate_race')
  const applied = await Promise.all([migrate(url, root), migrate(url, root)])
  expect(applied.flat()).toEqual(['20260101000000_first'])
})

test('a migration that PostgreSQL undoes because of a deadlock is applied at the next attempt', async () => {
  const url = await emptyDatabase('migrate_deadlock')
  await addMigration(
    '20260101000001_deadlock',
    // A sequence keeps its value when a transaction is undone.
    `do $$ begin
       if nextval('attempt') < 3 then raise exception 'deadlock detected' using errcode = '40P01'; end if;
       create table later (id int);
     end $$;`,
  )
  await addMigration('20260101000000_first', 'create table "Note" (id int primary key); create sequence attempt;')
  expect(await migrate(url, root)).toEqual(['20260101000000_first', '20260101000001_deadlock'])
})

test('a migration that fails is named', async () => {
  const url = await emptyDatabase('migrate_broken')
  await addMigration('20260102000000_broken', 'create tabel oops;')
  await expect(migrate(url, root)).rejects.toThrow(/could not be migrated: [\s\S]*20260102000000_broken/)
})

test('a database of a newer version is refused, by its migration', async () => {
  const url = await emptyDatabase('migrate_newer')
  await rm(path.join(root, 'prisma', 'migrations', '20260102000000_broken'), { recursive: true })
  await migrate(url, root)
  const newer = new pg.Client({ connectionString: url })
  await newer.connect()
  await newer.query(
    `insert into _prisma_migrations (id, checksum, migration_name, finished_at) values ('x', '', '20990101000000_later', now())`,
  )
  await newer.end()
  const refusal = /migrated by a newer version \(20990101000000_later\)\. Start that version/
  await expect(migrate(url, root)).rejects.toThrow(refusal)
  await expect(requireMigrated(url, root)).rejects.toThrow(refusal)
})

test('an index is built while a transaction writes to its table, in place of one left unfinished', async () => {
  const url = await emptyDatabase('migrate_index')
  await migrate(url, root)
  const [writer, other] = [new pg.Client({ connectionString: url }), new pg.Client({ connectionString: url })]
  await Promise.all([writer.connect(), other.connect()])
  await other.query('insert into "Note" values (1)')
  // A duplicate makes the first attempt fail, which leaves an invalid index behind.
  await other.query('alter table "Note" add column n int')
  await other.query('insert into "Note" values (2, 1), (3, 1)')
  await addMigration('20260101000005_index', 'CREATE UNIQUE INDEX CONCURRENTLY "note_n" ON "Note"("n");')
  await expect(migrate(url, root)).rejects.toThrow(/20260101000005_index: could not create unique index/)
  await other.query('update "Note" set n = id')
  await writer.query('begin; insert into "Note" values (4, 4)')
  const migrated = Promise.all([migrate(url, root), migrate(url, root)])
  const countWaiting = async () => {
    const { rowCount } = await other.query(
      `select from pg_stat_activity where query ilike '%index concurrently%' and wait_event_type = 'Lock'`,
    )
    return rowCount
  }
  await expect.poll(countWaiting).toBe(1)
  await other.query('insert into "Note" values (5, 5)')
  await writer.query('commit')
  expect((await migrated).flat()).toEqual(['20260101000005_index'])
  const { rows } = await other.query(`select indisvalid as valid from pg_index where indexrelid = '"note_n"'::regclass`)
  expect(rows).toEqual([{ valid: true }])
  await Promise.all([writer.end(), other.end()])
  await rm(path.join(root, 'prisma', 'migrations', '20260101000005_index'), { recursive: true })
})

test('a command migrates an empty database, and no other', async () => {
  const url = await emptyDatabase('migrate_command')
  await requireMigrated(url, root)
  expect(await migrate(url, root)).toEqual([])
  await requireMigrated(url, root)
  await addMigration('20260103000000_next', 'create table next (id int);')
  await expect(requireMigrated(url, root)).rejects.toThrow(/of an older version. Start the service once/)
  expect(await migrate(url, root)).toEqual(['20260103000000_next'])
})

test('a migration that others keep waiting lets their statements through between its attempts', {
  tags: 'deep',
}, async () => {
  const url = await emptyDatabase('migrate_held')
  await migrate(url, root)
  await addMigration('20260104000000_held', 'alter table "Note" add column text text;')
  const [holder, reader] = [new pg.Client({ connectionString: url }), new pg.Client({ connectionString: url })]
  await Promise.all([holder.connect(), reader.connect()])
  await holder.query('begin; select from "Note"')
  const migrated = migrate(url, root)
  const isWaiting = async () =>
    (await reader.query(`select from pg_stat_activity where wait_event_type = 'Lock' and query like 'alter table%'`))
      .rowCount
  await expect.poll(isWaiting, { timeout: 10_000 }).toBe(1)
  // It waits behind the migration, which gives up first.
  await reader.query('select from "Note"')
  await holder.query('commit')
  expect(await migrated).toEqual(['20260104000000_held'])
  await Promise.all([holder.end(), reader.end()])
})
