import { mkdirSync, writeFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startPostgres } from '@/server/postgres/start-postgres'
import { diffSchema } from './diff-schema'
import { migrate } from './migrate'

const USAGE = `Usage: npm run migration -- NAME        writes what has changed in prisma/schema since the last migration
       npm run migration -- --restart   replaces all migrations by one; only while no database is in use`

const FIRST = '20261121000000_first'

/** The development command that writes migrations; see USAGE. */
async function main([argument]: string[]): Promise<number> {
  const restart = argument === '--restart'
  if (!argument || (!restart && !/^[a-z][a-z0-9_]*$/.test(argument))) {
    process.stderr.write(`${USAGE}\nA name is lower-case letters, digits and underscores.\n`)
    return 2
  }
  const root = process.cwd()
  const sql = await onScratchServer(async (url) => {
    if (!restart) await migrate(url, root)
    return diffSchema(url, root)
  })
  if (sql === '') {
    process.stdout.write('The migrations already lead to prisma/schema: nothing to write.\n')
    return 0
  }
  const folder = path.join(root, 'prisma', 'migrations')
  if (restart) await rm(folder, { recursive: true, force: true })
  const file = path.join(folder, restart ? FIRST : `${timestamp()}_${argument}`, 'migration.sql')
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

function timestamp(): string {
  return new Date().toISOString().replace(/\D/g, '').slice(0, 14)
}

process.exitCode = await main(process.argv.slice(2))
