import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { migrate } from '@/prisma/migrate'
import { startPostgres } from '@/server/postgres/start-postgres'
import { buildTextWorker } from '@/server/setup/build/build-server.mjs'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The migrated database of which every test file gets a copy. */
    templateDatabaseUrl: string
  }
}

/** Runs one PostgreSQL for all integration tests, with a migrated database in it to copy from. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'verbatim-test-'))
  await chmod(dataDir, 0o755)
  const postgres = await startPostgres({ dataDir, durable: false })
  const teardown = async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    await buildTextWorker()
    await migrate(postgres.url, path.resolve(import.meta.dirname, '..'))
  } catch (error) {
    await teardown()
    throw error
  }
  project.provide('templateDatabaseUrl', postgres.url)
  return teardown
}
