import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { MigrationList, SchemaContainer } from '@prisma/schema-engine-wasm'

/** The files of `prisma/schema`, as the schema engine takes them. */
export function readSchema(root: string): SchemaContainer[] {
  const folder = path.join(root, 'prisma', 'schema')
  const names = readdirSync(folder).filter((name) => name.endsWith('.prisma'))
  return names.sort().map((name) => ({ path: name, content: readFileSync(path.join(folder, name), 'utf8') }))
}

/** The folders of `prisma/migrations` in the order of their names, as the schema engine takes them. */
export function readMigrations(root: string): MigrationList {
  const baseDir = path.join(root, 'prisma', 'migrations')
  const entries = existsSync(baseDir) ? readdirSync(baseDir, { withFileTypes: true }) : []
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  return {
    baseDir,
    lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
    shadowDbInitScript: '',
    migrationDirectories: names.sort().map((name) => ({
      path: name,
      migrationFile: {
        path: 'migration.sql',
        content: { tag: 'ok', value: readFileSync(path.join(baseDir, name, 'migration.sql'), 'utf8') },
      },
    })),
  }
}
