import { createReadStream, existsSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { SetupError } from '@/server/setup/setup-error.mjs'
import { type Manifest, readManifest, rowsFile } from './manifest'
import { readMigrationNames, type Table } from './read-tables'
import { withoutChecks } from './without-checks'

async function refuseUnfit(client: pg.Client, manifest: Manifest): Promise<void> {
  const { rows } = await client.query<{ filled: boolean }>('select exists (select 1 from users) as filled')
  if (rows[0]?.filled) {
    throw new SetupError(
      'There are accounts in this database already. Restore into an empty one: set VERBATIM_DATA to a new folder, or DATABASE_URL to an empty database.',
    )
  }
  const known = await readMigrationNames(client)
  if (known.join() === manifest.migrations.join()) return
  throw new SetupError(
    `This backup is of another version: its newest migration is ${manifest.migrations.at(-1)}, here it is ${known.at(-1)}. Restore it with the version that wrote it, then update.`,
  )
}

async function fillTable(client: pg.Client, folder: string, { name, columns }: Table): Promise<void> {
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ')
  // What a migration has put there is in the backup too.
  await client.query(`delete from ${client.escapeIdentifier(name)}`)
  const rows = client.query(copyFrom(`copy ${client.escapeIdentifier(name)} (${list}) from stdin`))
  await pipeline(createReadStream(rowsFile(folder, name)), createGunzip(), rows)
}

/** Sequences go on after the highest number that was given. */
async function advanceSequences(client: pg.Client): Promise<void> {
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

/**
 * Restores a backup into an empty, migrated database and the data folder, all or nothing of the rows; jobs go on at the
 * next start. Throws a `SetupError` when there are accounts already, or the backup is another version's.
 */
export async function restoreBackup(databaseUrl: string, dataDir: string, folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('begin')
    await refuseUnfit(client, manifest)
    for (const name of ['files', 'secret']) {
      const from = path.join(folder, name)
      if (existsSync(from)) await cp(from, path.join(dataDir, name), { recursive: true, preserveTimestamps: true })
    }
    await withoutChecks(client, async () => {
      for (const table of manifest.tables) await fillTable(client, folder, table)
    })
    await advanceSequences(client)
    await client.query('commit')
    return manifest
  } finally {
    await client.end()
  }
}
