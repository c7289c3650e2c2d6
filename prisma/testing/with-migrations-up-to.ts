import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readMigrations } from '../read-migrations'

/** Lends a project folder as it was when one migration was the newest. */
export async function withMigrationsUpTo<T>(last: string, use: (root: string) => Promise<T>): Promise<T> {
  const root = await mkdtemp(path.join(tmpdir(), 'verbatim-release-'))
  try {
    for (const { name, sql } of readMigrations('.').filter((migration) => migration.name <= last)) {
      const folder = path.join(root, 'prisma/migrations', name)
      await mkdir(folder, { recursive: true })
      await writeFile(path.join(folder, 'migration.sql'), sql)
    }
    return await use(root)
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}
