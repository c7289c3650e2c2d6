import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { migrate } from '../migrate'
import { readMigrations } from '../read-migrations'

/** The first release, of which `test/fixtures/releases` holds a filled database. */
export const RELEASE = '20261121000000_first'

/** Makes a database what a release left: its tables, and what its own code had written into them. */
export async function fillRelease(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('drop schema public cascade; create schema public')
    await withMigrationsUpTo(RELEASE, (root) => migrate(databaseUrl, root))
    await client.query(await readFile(`test/fixtures/releases/${RELEASE}.sql`, 'utf8'))
  } finally {
    await client.end()
  }
}

/** Lends a project folder that has the migrations up to one. */
export async function withMigrationsUpTo<T>(last: string, use: (root: string) => Promise<T>): Promise<T> {
  const root = await mkdtemp(path.join(tmpdir(), 'verbatim-release-'))
  try {
    for (const { name } of readMigrations('.').filter((migration) => migration.name <= last)) {
      const folder = path.join('prisma', 'migrations', name)
      await mkdir(path.join(root, folder), { recursive: true })
      await cp(folder, path.join(root, folder), { recursive: true })
    }
    return await use(root)
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}
