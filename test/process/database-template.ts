import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { appendFile, chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { migrate } from '@/prisma/migrate'
import { postgresFiles } from '@/server/postgres/postgres-files'
import { startPostgres } from '@/server/postgres/start-postgres'
import { clusterOf } from './cluster-of'

const run = promisify(execFile)
const TEMPLATE = 'VERBATIM_TEST_TEMPLATE'
/** These lose nothing where a process is killed, as tests do, and only where the machine is. */
const NO_SYNC = 'fsync = off\nfull_page_writes = off\n'

/** For a global setup: makes a migrated PostgreSQL cluster once, for the data folders of all tests. */
export default async function makeDatabaseTemplate(): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'verbatim-template-'))
  const remove = () => rm(dataDir, { recursive: true, force: true })
  try {
    await chmod(dataDir, 0o755)
    const postgres = await startPostgres({ dataDir, durable: false })
    await migrate(postgres.url).finally(postgres.stop)
    await appendFile(path.join(clusterOf(dataDir), 'postgresql.conf'), NO_SYNC)
  } catch (error) {
    await remove()
    throw error
  }
  process.env[TEMPLATE] = dataDir
  return remove
}

/** Gives a data folder without a database a copy of the template, if there is one: its first start then makes none. */
export async function copyDatabaseTemplate(dataDir: string): Promise<void> {
  const template = process.env[TEMPLATE]
  const { home } = postgresFiles(dataDir)
  if (!template || existsSync(home)) return
  await mkdir(home, { recursive: true })
  // PostgreSQL's user gets through, as after a first start.
  await chmod(dataDir, 0o711)
  // The port and the log are those of one server.
  await run('cp', ['-a', clusterOf(template), postgresFiles(template).password, home])
}
