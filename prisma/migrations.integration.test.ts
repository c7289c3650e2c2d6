import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useDatabase } from '@/test/database'
import { diffFunctions } from './diff-functions'
import { diffSchema } from './diff-schema'
import { migrate } from './migrate'
import { readMigrations } from './read-migrations'

const { databaseUrl } = await useDatabase()
const root = process.cwd()
let client: pg.Client

beforeAll(async () => {
  client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
})

afterAll(() => client.end())

test('the migrations lead to prisma/schema', async () => {
  expect(await diffSchema(databaseUrl, root)).toBe('')
})

/** The migrations that run while processes of the former release still serve requests. */
const beside = readMigrations(root).filter(({ name }) => name > '20261127200000')

test('an index of a table that exists is built beside its use', () => {
  const blocking = beside.flatMap(({ name, sql }) => {
    const made = [...sql.matchAll(/create table "(\w+)"/gi)].map(([, table]) => table)
    const indexed = [...sql.matchAll(/create (?:unique )?index (?!concurrently)[^;]*? on "(\w+)"/gi)]
    return indexed.filter(([, table]) => !made.includes(table)).map(([statement]) => `${name}: ${statement}`)
  })
  expect(blocking).toEqual([])
})

test('a migration leaves the code of the former release what it reads and writes', () => {
  const breaking =
    /\b(?:drop (?:table|column|type|constraint)|rename|set not null|alter column \S+ (?:set data )?type)\b/i
  const needed = /add column (?=[^,;]*not null)(?![^,;]*default)/i
  const broken = beside.flatMap(({ name, sql }) =>
    sql.split(';').flatMap((statement) => {
      const found = breaking.exec(statement) ?? needed.exec(statement)
      return found ? [`${name}: ${found[0]}`] : []
    }),
  )
  expect(broken).toEqual([])
})

test('a migrated database is left as it is', async () => {
  expect(await migrate(databaseUrl)).toEqual([])
})

describe('the functions and triggers of a database', () => {
  const change = `create or replace function publication_notify_deleted() returns trigger language plpgsql
    as $$ begin return null; end $$`

  test('are those of prisma/sql after the migrations', async () => {
    expect(await diffFunctions(databaseUrl, root)).toBe('')
  })

  test.each([
    [
      'is changed',
      change,
      /^-- Every process[\s\S]+FUNCTION publication_notify_deleted[\s\S]+TRIGGER publication_notify/,
    ],
    [
      'is gone',
      'drop function library_item_count cascade',
      /^-- Library items[\s\S]+TRIGGER library_item_count_updated/,
    ],
    [
      'is new',
      'create function strange(a int) returns int language sql as $$ select a $$',
      /^DROP function strange\(int/,
    ],
    [
      'is a trigger that no file has',
      'create trigger strange after delete on upload for each row execute function publication_notify_deleted()',
      /^DROP trigger strange on upload;$/,
    ],
  ])('are led back to prisma/sql where one %s', async (_name, sql, expected) => {
    await client.query(sql)
    const mended = await diffFunctions(databaseUrl, root)
    expect(mended).toMatch(expected)
    await client.query(mended)
    expect(await diffFunctions(databaseUrl, root)).toBe('')
  })
})
