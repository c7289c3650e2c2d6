import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** A folder of `prisma/migrations` and its script. */
export type Migration = { name: string; sql: string }

/**
 * The migrations below `root` (the project's folder), oldest first. Those in `former-migrations` lead to the same tables as
 * the first one in `migrations`: by them came the databases that are older than it.
 */
export function readMigrations(root: string, folder: 'migrations' | 'former-migrations' = 'migrations'): Migration[] {
  const where = path.join(root, 'prisma', folder)
  const entries = existsSync(where) ? readdirSync(where, { withFileTypes: true }) : []
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  return names.sort().map((name) => ({ name, sql: readFileSync(path.join(where, name, 'migration.sql'), 'utf8') }))
}
