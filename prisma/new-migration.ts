import { mkdirSync, writeFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { startPostgres } from '@/server/postgres/start-postgres'
import { diffFunctions } from './diff-functions'
import { diffSchema } from './diff-schema'
import { migrate } from './migrate'
import { type Migration, readMigrations } from './read-migrations'

const USAGE =
  'Usage: npm run migration -- NAME   writes what has changed in prisma/schema and prisma/sql since the last migration'

/** The development command that writes migrations; see USAGE. */
async function main([argument]: string[]): Promise<number> {
  if (!argument || !/^[a-z][a-z0-9_]*$/.test(argument)) {
    process.stderr.write(`${USAGE}\nA name is lower-case letters, digits and underscores.\n`)
    return 2
  }
  const root = process.cwd()
  const sql = await onScratchServer(async (url) => {
    await migrate(url, root)
    const tables = await diffSchema(url, root)
    await run(url, tables)
    return [tables, await diffFunctions(url, root)].filter(Boolean).join('\n\n')
  })
  if (sql === '') {
    process.stdout.write('The migrations already lead to prisma/schema and prisma/sql: nothing to write.\n')
    return 0
  }
  const folder = path.join(root, 'prisma', 'migrations')
  const file = path.join(folder, `${nextTimestamp(readMigrations(root))}_${argument}`, 'migration.sql')
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, `${sql}\n`)
  writeFileSync(path.join(folder, 'migration_lock.toml'), 'provider = "postgresql"\n')
  process.stdout.write(`${path.relative(root, file)}\n`)
  return 0
}

async function onScratchServer<T>(use: (url: string) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'verbatim-migration-'))
  await chmod(dataDir, 0o755)
  const postgres = await startPostgres({ dataDir, durable: false })
  try {
    return await use(postgres.url)
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function run(databaseUrl: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

/** The time now in UTC, or that of the last migration and one more where it is later: migrations run in the order of their names. */
function nextTimestamp(migrations: readonly Migration[]): string {
  const now = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
  const last = migrations.at(-1)?.name.slice(0, 14) ?? ''
  return now > last ? now : String(Number(last) + 1)
}

process.exitCode = await main(process.argv.slice(2))
