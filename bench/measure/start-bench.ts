import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { closeDb } from '@/lib/core/db/db'
import { setEnv } from '@/lib/core/env'
import { migrate } from '@/prisma/migrate'
import { startPostgres } from '@/server/postgres/start-postgres'
import { readConnection } from '@/test/process/read-connection'
import { startProcess } from '@/test/process/start-process'

/** A new folder, which PostgreSQL's user may enter. */
export async function benchFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'verbatim-bench-'))
  await chmod(folder, 0o755)
  return folder
}

export const removeFolder = (folder: string) => rm(folder, { recursive: true, force: true })

/**
 * Runs the service on a new data folder, or on `dataDir`, which is kept. Functions that this process calls use its database.
 */
export async function startBenchService(settings: Record<string, string> = {}, kept?: string) {
  const dataDir = kept ?? (await benchFolder())
  const service = await startProcess(dataDir, settings)
  setEnv({ DATABASE_URL: await readConnection(dataDir), VERBATIM_DATA: dataDir, BASE_URL: service.baseUrl })
  const end = async () => {
    await closeDb()
    await service.stop()
    if (!kept) await removeFolder(dataDir)
  }
  return { dataDir, service, end }
}

/** Runs PostgreSQL with an empty database of the service, for the functions that this process calls. */
export async function startBenchDatabase({ durable = true } = {}) {
  const dataDir = await benchFolder()
  const postgres = await startPostgres({ dataDir, durable })
  await migrate(postgres.url, process.cwd())
  setEnv({ DATABASE_URL: postgres.url, VERBATIM_DATA: dataDir, BASE_URL: 'http://localhost:3000' })
  const end = async () => {
    await closeDb()
    await postgres.stop()
    await removeFolder(dataDir)
  }
  return { url: postgres.url, dataDir, end }
}
