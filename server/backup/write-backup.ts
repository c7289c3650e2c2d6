import { createWriteStream, existsSync } from 'node:fs'
import { cp, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { openSession } from '@/lib/core/db/session'
import { SetupError } from '@/server/setup/setup-error.mjs'
import { readMigrationNames, readTables, rowsStream, type Table } from './backup-queries'
import { MANIFEST, type Manifest, rowsFile } from './manifest'
import { listFiles } from './verify-backup'

/** The parts of the data folder in a backup. Models, programs and the work files of running jobs can be recreated. */
const KEPT = ['files', 'secret']

async function copyRows(client: pg.Client, folder: string, table: Table): Promise<void> {
  const file = createWriteStream(path.join(folder, rowsFile(table.name)), { mode: 0o600 })
  await pipeline(rowsStream(client, table), createGzip(), file)
}

async function copyFiles(dataDir: string, folder: string): Promise<void> {
  for (const name of KEPT) {
    const from = path.join(dataDir, name)
    if (existsSync(from)) await cp(from, path.join(folder, name), { recursive: true, preserveTimestamps: true })
  }
}

/** Copies everything as it was at one moment. The files first: what a job is about to use may go while rows are copied. */
async function copyAll(client: pg.Client, dataDir: string, folder: string): Promise<Manifest> {
  await client.query('begin isolation level repeatable read read only')
  const migrations = await readMigrationNames(client)
  await copyFiles(dataDir, folder)
  const tables = await readTables(client)
  for (const table of tables) await copyRows(client, folder, table)
  await client.query('commit')
  const files = await listFiles(folder)
  return { format: 'verbatim-backup-2', createdAt: new Date().toISOString(), migrations, tables, files }
}

/**
 * Writes a backup of the service into a new folder, while it runs or not: every row as it was at one moment, the uploaded
 * files and the secret that signs, with the size and SHA-256 of each file. The folder is there only when it is whole. Throws
 * a `SetupError`.
 */
export async function writeBackup(databaseUrl: string, dataDir: string, target: string): Promise<Manifest> {
  if (existsSync(target)) throw new SetupError(`${target} is there already. Name a folder that is not.`)
  const folder = `${target}.part`
  // Remains of an earlier backup that was interrupted.
  await rm(folder, { recursive: true, force: true })
  await mkdir(path.join(folder, 'tables'), { recursive: true, mode: 0o700 })
  const client = await openSession(databaseUrl, 'backup', () => undefined)
  try {
    const manifest = await copyAll(client, dataDir, folder)
    await writeFile(path.join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 })
    await rename(folder, target)
    return manifest
  } finally {
    await client.end()
  }
}
