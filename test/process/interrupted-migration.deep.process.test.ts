import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { startPostgres } from '@/server/postgres/start-postgres'
import { readConnection } from './read-connection'
import { startProcess } from './start-process'

/** Makes every migration stand still in its first statement, for longer than any test waits. */
const BLOCK = `
  create function block_migration() returns event_trigger language plpgsql as $$ begin perform pg_sleep(3600); end $$;
  create event trigger block_migration on ddl_command_start execute function block_migration()`
const UNBLOCK = 'drop event trigger block_migration; drop function block_migration()'

const folder = await mkdtemp(path.join(tmpdir(), 'verbatim-interrupted-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

async function query<T extends object>(url: string, sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<T>(sql)
    return rows
  } finally {
    await client.end()
  }
}

function databaseNamed(url: string, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}

/** Lends the embedded database of a data folder, without the service. */
async function withPostgres<T>(dataDir: string, use: (url: string) => Promise<T>): Promise<T> {
  const postgres = await startPostgres({ dataDir })
  try {
    return await use(postgres.url)
  } finally {
    await postgres.stop()
  }
}

/** A data folder before its first start, but for a PostgreSQL in which new databases stand still when they are migrated. */
async function emptyFolder(dataDir: string): Promise<void> {
  await withPostgres(dataDir, async (url) => {
    await query(databaseNamed(url, 'template1'), BLOCK)
    await query(databaseNamed(url, 'postgres'), 'drop database verbatim')
  })
}

function childEnv(dataDir: string): NodeJS.ProcessEnv {
  const { BASE_URL: _, DATABASE_URL: __, ...env } = process.env
  return { ...env, NODE_ENV: 'production', VERBATIM_DATA: dataDir, LOG_LEVEL: 'error' }
}

/** Starts the service, and sends a signal to it and its children in the middle of a migration. */
async function interrupt(dataDir: string, signal: NodeJS.Signals): Promise<void> {
  const args = ['server/setup/start.mjs', '--port', '0', '--no-system-install']
  const child = spawn(process.execPath, args, { env: childEnv(dataDir), stdio: 'ignore', detached: true })
  const ended = once(child, 'exit')
  while (!(await isBlocked(dataDir))) {
    if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode} before its migrations began`)
    await sleep(50)
  }
  process.kill(-(child.pid ?? 0), signal)
  await ended
}

async function isBlocked(dataDir: string): Promise<boolean> {
  try {
    const url = databaseNamed(await readConnection(dataDir), 'postgres')
    const rows = await query(url, `select from pg_stat_activity where datname = 'verbatim' and wait_event = 'PgSleep'`)
    return rows.length > 0
  } catch {
    // PostgreSQL is not up yet.
    return false
  }
}

async function unblock(dataDir: string): Promise<void> {
  await withPostgres(dataDir, async (url) => {
    await query(url, UNBLOCK)
    const template = databaseNamed(url, 'template1')
    await query(template, 'drop event trigger if exists block_migration; drop function if exists block_migration()')
  })
}

describe.each(['SIGTERM', 'SIGKILL'] as const)('%s in the middle of a migration', (signal) => {
  test('leaves a first start that a backup and the next start complete', async () => {
    const dataDir = path.join(folder, `first-${signal}`)
    await emptyFolder(dataDir)
    await interrupt(dataDir, signal)
    await unblock(dataDir)
    const backup = path.join(folder, `backup-${signal}`)
    await promisify(execFile)(process.execPath, ['server/setup/operators/run.mjs', 'backup', backup], {
      env: childEnv(dataDir),
    })
    const service = await startProcess(dataDir)
    try {
      expect((await fetch(new URL('/health', service.baseUrl))).status).toBe(200)
    } finally {
      await service.stop()
    }
  })
})
