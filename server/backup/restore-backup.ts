import { createReadStream, existsSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import { openSession } from '@/lib/core/db/session'
import { withOurCommands } from '@/lib/core/programs/our-command'
import { SetupError } from '@/server/setup/setup-error.mjs'
import {
  advanceSequences,
  fillingStream,
  hasUsers,
  readMigrationNames,
  type Table,
  withoutChecks,
} from './backup-queries'
import { type Manifest, readManifest, rowsFile } from './manifest'
import { type DamagedFile, describeDamage, findDamage } from './verify-backup'

async function refuseUnfit(client: pg.Client, manifest: Manifest): Promise<void> {
  if (await hasUsers(client)) {
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

async function fillTable(client: pg.Client, folder: string, table: Table): Promise<void> {
  const rows = await fillingStream(client, table)
  await pipeline(createReadStream(path.join(folder, rowsFile(table.name))), createGunzip(), rows)
}

const isRows = ({ path: file }: DamagedFile) => file.startsWith('tables/')

/** The damaged files that are left out. Throws a `SetupError` where there may be none, or rows are damaged. */
async function damagedFiles(folder: string, manifest: Manifest, isPartial: boolean): Promise<DamagedFile[]> {
  const damaged = (await findDamage(folder, manifest)) ?? []
  if (damaged.some(isRows)) {
    throw new SetupError(
      `Rows of this backup are damaged, so nothing was restored:\n${describeDamage(damaged)}\nRows refer to each other and are restored all or not at all. Use another backup.`,
    )
  }
  if (damaged.length > 0 && !isPartial) {
    throw new SetupError(
      `Files of this backup are damaged, so nothing was restored:\n${describeDamage(damaged)}\nUse another backup, or restore everything else: ${withOurCommands('npm run restore --')} ${folder} --partial`,
    )
  }
  return damaged
}

/** Copies the files of a backup into the data folder, without those that are damaged. */
async function copyFiles(folder: string, dataDir: string, damaged: readonly DamagedFile[]): Promise<void> {
  const leftOut = new Set(damaged.map(({ path: file }) => path.join(folder, file)))
  const filter = (file: string) => !leftOut.has(file)
  for (const name of ['files', 'secret']) {
    const [from, to] = [path.join(folder, name), path.join(dataDir, name)]
    if (existsSync(from)) await cp(from, to, { recursive: true, preserveTimestamps: true, filter })
  }
}

/** The result of a restore. `damaged`: files that were left out; the jobs that need them fail with `upload_not_found`. */
export type Restored = { manifest: Manifest; damaged: DamagedFile[] }

/**
 * Restores a backup into an empty, migrated database and the data folder. The rows are restored in one transaction;
 * jobs continue at the next start. Every file is compared with the manifest before anything is written. `isPartial`:
 * continues without damaged files. Throws a `SetupError` if there are accounts already, or the backup is damaged or of
 * another version.
 */
export async function restoreBackup(
  databaseUrl: string,
  dataDir: string,
  folder: string,
  { isPartial = false }: { isPartial?: boolean } = {},
): Promise<Restored> {
  const manifest = await readManifest(folder)
  const client = await openSession(databaseUrl, 'backup', () => undefined)
  try {
    await client.query('begin')
    await refuseUnfit(client, manifest)
    const damaged = await damagedFiles(folder, manifest, isPartial)
    await copyFiles(folder, dataDir, damaged)
    await withoutChecks(client, async () => {
      for (const table of manifest.tables) await fillTable(client, folder, table)
    })
    await advanceSequences(client)
    await client.query('commit')
    return { manifest, damaged }
  } finally {
    await client.end()
  }
}
