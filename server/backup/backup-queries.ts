import type { Readable, Writable } from 'node:stream'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'

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

type Constraint = { table: string; name: string; definition: string }

/**
 * Fills tables in any order, within a transaction: foreign keys are taken off and put back, which checks all rows, and
 * triggers sleep meanwhile. The owner of the tables may do that; leaving the checks out would take a superuser.
 */
export async function withoutChecks(client: pg.Client, fill: () => Promise<void>): Promise<void> {
  const { rows: constraints } = await client.query<Constraint>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  )
  const { rows: triggered } = await client.query<{ table: string }>(
    `select distinct tgrelid::regclass::text as table from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where not tgisinternal and c.relnamespace = 'public'::regnamespace`,
  )
  for (const { table, name } of constraints) await client.query(`alter table ${table} drop constraint ${name}`)
  for (const { table } of triggered) await client.query(`alter table ${table} disable trigger user`)
  await fill()
  // Checks that wait for the commit would forbid changing the tables once more.
  await client.query('set constraints all immediate')
  for (const { table } of triggered) await client.query(`alter table ${table} enable trigger user`)
  for (const { table, name, definition } of constraints) {
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  }
}

/** Whether the database has accounts already. */
export async function hasUsers(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ filled: boolean }>('select exists (select 1 from users) as filled')
  return rows[0]?.filled ?? false
}

function columnList(client: pg.Client, { name, columns }: Table): string {
  return `${client.escapeIdentifier(name)} (${columns.map((column) => client.escapeIdentifier(column)).join(', ')})`
}

/** Streams the rows of a table in PostgreSQL's text format. */
export function rowsStream(client: pg.Client, table: Table): Readable {
  return client.query(copyTo(`copy ${columnList(client, table)} to stdout`))
}

/** Empties a table, since a migration may have filled it, and returns the stream that fills it with such rows. */
export async function fillingStream(client: pg.Client, table: Table): Promise<Writable> {
  await client.query(`delete from ${client.escapeIdentifier(table.name)}`)
  return client.query(copyFrom(`copy ${columnList(client, table)} from stdin`))
}

/** Sets each sequence to the number after the highest in its column. */
export async function advanceSequences(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(
    `select c.relname as table, a.attname as column, pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
       and pg_get_serial_sequence(quote_ident(c.relname), a.attname) is not null`,
  )
  for (const { table, column, sequence } of rows) {
    const [from, highest] = [client.escapeIdentifier(table), client.escapeIdentifier(column)]
    await client.query(`select setval($1, coalesce(max(${highest}), 0) + 1, false) from ${from}`, [sequence])
  }
}
