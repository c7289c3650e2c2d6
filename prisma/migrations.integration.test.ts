import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useDatabase } from '@/test/database'
import { diffFunctions } from './diff-functions'
import { diffSchema } from './diff-schema'
import { migrate } from './migrate'
import { readMigrations } from './read-migrations'
import { makeBefore } from './testing/fill-release'

const { databaseUrl } = await useDatabase()
const root = process.cwd()
let client: pg.Client

beforeAll(async () => {
  client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
})

afterAll(() => client.end())

/**
 * Everything a database is made of, a line each. Left out are the order of columns and the names of NOT NULL constraints,
 * which nothing depends on.
 */
async function describeDatabase(): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(`
    with public_table as (
      select * from pg_class where relnamespace = 'public'::regnamespace and relname not like '\\_prisma\\_%'
    )
    select concat_ws(' ', 'relation', relname, relkind, relpersistence, reloptions) as line from public_table
    union all
    select concat_ws(' ', 'column', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
      a.attgenerated, a.attstattarget, a.attstorage, pg_get_expr(d.adbin, d.adrelid))
    from pg_attribute a join public_table c on c.oid = a.attrelid
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
    union all
    select concat_ws(' ', 'constraint', c.relname, k.conname, pg_get_constraintdef(k.oid))
    from pg_constraint k join public_table c on c.oid = k.conrelid where k.contype <> 'n'
    union all
    select concat_ws(' ', 'index', pg_get_indexdef(c.oid)) from public_table c where c.relkind = 'i'
    union all
    select concat_ws(' ', 'trigger', pg_get_triggerdef(t.oid))
    from pg_trigger t join public_table c on c.oid = t.tgrelid where not t.tgisinternal
    union all
    select concat_ws(' ', 'function', pg_get_functiondef(oid))
    from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f'
    union all
    select concat_ws(' ', 'extension', extname, extversion) from pg_extension
    order by line`)
  return rows.map(({ line }) => line)
}

test('the migrations lead to prisma/schema', async () => {
  expect(await diffSchema(databaseUrl, root)).toBe('')
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

test('the former migrations lead to the same database as the migration that took their place', async () => {
  const fresh = await describeDatabase()
  const last = readMigrations(root, 'former-migrations').at(-1)?.name ?? ''
  await makeBefore(last, databaseUrl)
  expect(await migrate(databaseUrl)).toContain(last)
  expect(fresh).toContain('extension pg_trgm 1.6')
  expect(await describeDatabase()).toEqual(fresh)
  expect(await migrate(databaseUrl)).toEqual([])
})
