import type pg from 'pg'

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
