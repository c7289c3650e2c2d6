import type pg from 'pg'

export type Table = { name: string; columns: string[] }

/**
 * The tables of the service with the columns that can be copied, in alphabetical order: not what is generated, nor what
 * may be lost (unlogged tables), nor the migrations' own record.
 */
export async function readTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where n.nspname = 'public' and c.relkind = 'r' and c.relpersistence = 'p' and c.relname <> '_prisma_migrations'
     group by c.relname order by c.relname`,
  )
  return rows
}

/** The names of the migrations that a database has seen, in their order. */
export async function readMigrationNames(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select migration_name as name from _prisma_migrations where finished_at is not null order by migration_name',
  )
  return rows.map(({ name }) => name)
}
