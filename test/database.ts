import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { clearSingletons } from '@/lib/core/concurrency/singleton'
import { closeDb } from '@/lib/core/db/db'

/**
 * Gives a test file a copy of the migrated database and an empty data folder, and points the service's settings at
 * them. Await it at the top of an `*.integration.test.ts`: both are removed after the last test.
 */
export async function useDatabase(): Promise<{ databaseUrl: string; dataDir: string }> {
  const name = `test_${randomBytes(8).toString('hex')}`
  const template = new URL(inject('templateDatabaseUrl'))
  // Copying the files takes a fifth of the time of writing each page to the log.
  await asAdmin(template, `create database ${name} template ${template.pathname.slice(1)} strategy file_copy`)
  const dataDir = await mkdtemp(path.join(tmpdir(), 'verbatim-test-data-'))
  // A PostgreSQL started in it would run as another user, who must get through.
  await chmod(dataDir, 0o755)
  const databaseUrl = withDatabase(template, name)

  process.env.DATABASE_URL = databaseUrl
  process.env.VERBATIM_DATA = dataDir
  process.env.BASE_URL = 'http://localhost:3000'
  process.env.VERBATIM_SECRET = randomBytes(32).toString('hex')
  clearSingletons()

  afterAll(async () => {
    await closeDb()
    await asAdmin(template, `drop database ${name} with (force)`)
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10 })
  })
  return { databaseUrl, dataDir }
}

async function asAdmin(template: URL, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: withDatabase(template, 'postgres') })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

function withDatabase(template: URL, name: string): string {
  const url = new URL(template)
  url.pathname = `/${name}`
  return url.href
}
