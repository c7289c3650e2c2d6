import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { migrate } from '../migrate'
import { type Migration, readMigrations } from '../read-migrations'

/** The first release, of which `test/fixtures/releases` holds a filled database. */
export const RELEASE = '20261121000000_first'

const former = readMigrations('.', 'former-migrations')

/** Every script that a database of a release has still to come by, in the order in which they run. */
export function listScriptsAfter(release: string): Migration[] {
  const [, ...current] = readMigrations('.')
  return [...former, ...current].filter(({ name }) => name > release)
}

/** Makes a database what a release left: its tables, and what its own code had written into them. */
export async function fillRelease(databaseUrl: string): Promise<void> {
  await emptyDatabase(databaseUrl)
  await withMigrationsUpTo(RELEASE, (root) => migrate(databaseUrl, root))
  await query(databaseUrl, await readFile(`test/fixtures/releases/${RELEASE}.sql`, 'utf8'))
}

/** Makes a database what a release had before one of the former migrations: its tables, and nothing in them. */
export async function makeBefore(migration: string, databaseUrl: string): Promise<void> {
  const last = former.filter(({ name }) => name < migration).at(-1)
  if (!last || !former.some(({ name }) => name === migration)) throw new Error(`nothing was before ${migration}`)
  await emptyDatabase(databaseUrl)
  await withMigrationsUpTo(last.name, (root) => migrate(databaseUrl, root))
}

/**
 * Lends a project folder as it was when one migration was the newest: where that is one of the former ones, they were all
 * there was.
 */
export async function withMigrationsUpTo<T>(last: string, use: (root: string) => Promise<T>): Promise<T> {
  const root = await mkdtemp(path.join(tmpdir(), 'verbatim-release-'))
  try {
    const isFormer = former.some(({ name }) => name === last)
    if (!isFormer) await writeMigrations(readMigrations('.'), last, path.join(root, 'prisma/migrations'))
    await writeMigrations(former, last, path.join(root, isFormer ? 'prisma/migrations' : 'prisma/former-migrations'))
    return await use(root)
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}

async function writeMigrations(migrations: readonly Migration[], last: string, folder: string): Promise<void> {
  for (const { name, sql } of migrations.filter((migration) => migration.name <= last)) {
    await mkdir(path.join(folder, name), { recursive: true })
    await writeFile(path.join(folder, name, 'migration.sql'), sql)
  }
}

async function emptyDatabase(databaseUrl: string): Promise<void> {
  await query(databaseUrl, 'drop schema public cascade; create schema public')
}

async function query(databaseUrl: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
