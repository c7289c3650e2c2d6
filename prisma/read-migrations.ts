import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** A folder of `prisma/migrations` and its script. */
export type Migration = { name: string; sql: string }

/** The migrations below `root` (the project's folder), oldest first. */
export function readMigrations(root: string): Migration[] {
  const where = path.join(root, 'prisma/migrations')
  const entries = existsSync(where) ? readdirSync(where, { withFileTypes: true }) : []
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  return names.sort().map((name) => ({ name, sql: readFileSync(path.join(where, name, 'migration.sql'), 'utf8') }))
}
