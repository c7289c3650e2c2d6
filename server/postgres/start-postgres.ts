import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { SetupError } from '@/server/setup/setup-error.mjs'
import { checkCluster } from './check-cluster'
import { chooseLocation } from './choose-location'
import { ensureDatabase } from './ensure-database'
import { initCluster } from './init-cluster'
import { obtainPostmaster } from './obtain-postmaster'
import { postgresFiles } from './postgres-files'
import { stopPostmaster } from './stop-postmaster'
import { watchPostmaster } from './watch-postmaster'

type Options = {
  /** The service's data folder; the database lives in `postgres` in it. Made if missing. */
  dataDir: string
  /** Told what takes a while or went wrong, a line for people each time. */
  log?: (line: string) => void
  /** False for a database that nobody misses: faster, and a crash of the machine may lose it. */
  durable?: boolean
}

export type RunningPostgres = {
  /** Connection string of the service's database, password included. */
  url: string
  /** The folder of the database cluster, which is not always below `dataDir`. */
  where: string
  /** Fast shutdown: open connections are ended. Settles once the server is gone. */
  stop(): Promise<void>
}

/**
 * Starts the embedded PostgreSQL on a data folder, makes its cluster at the first time, or takes over a server that
 * outlived the process that had started it. Should it die, it is started again until `stop`. Throws a `SetupError`.
 * Only one process at a time may do this for a folder: see `lockDataDir`.
 */
export async function startPostgres({ dataDir, log = () => {}, durable = true }: Options): Promise<RunningPostgres> {
  const folder = await makeFolder(dataDir)
  const files = postgresFiles(folder)
  const place = await chooseLocation(await makeFolder(files.home))
  const known = existsSync(files.password)
  let exists = checkCluster(place.cluster, place.programs.version)
  if (exists && !known) {
    await putAside(place.cluster, files, log)
    exists = false
  }
  const password = await rememberedPassword(files.password)
  if (!exists) {
    log('Making the database …')
    await initCluster(place, files.password, durable)
  }
  const obtain = () => obtainPostmaster(place, { password, portFile: files.port, logFile: files.log, durable })
  const postmaster = await obtain()
  const watch = watchPostmaster(place.cluster, postmaster.pid, obtain, log)
  const stop = async () => {
    await watch.end()
    await rm(files.connection, { force: true })
    await stopPostmaster(place.cluster)
  }
  try {
    const url = connectionUrl(password, postmaster.port)
    await ensureDatabase(url)
    await writeSecret(files.connection, JSON.stringify({ url }))
    return { url, where: place.cluster, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/**
 * A cluster outside of the data folder outlives the folder: when that has been thrown away and made anew, the old
 * database is not this one's. Within the folder somebody has lost the password.
 */
async function putAside(cluster: string, files: { home: string; password: string }, log: (line: string) => void) {
  if (cluster.startsWith(`${files.home}${path.sep}`)) {
    throw new SetupError(
      `The password of the database in ${cluster} is missing. Restore ${files.password}, or move that folder away.`,
    )
  }
  await stopPostmaster(cluster)
  const aside = `${cluster}.${new Date().toISOString().replace(/\D/g, '')}`
  await rename(cluster, aside)
  log(`An earlier database of this data folder was put aside: ${aside}`)
}

/** Our user alone writes into it, but PostgreSQL's user must get through. */
async function makeFolder(folder: string): Promise<string> {
  if (!existsSync(folder)) {
    await mkdir(folder, { recursive: true })
    await chmod(folder, 0o755)
  }
  return realpathSync(folder)
}

async function rememberedPassword(file: string): Promise<string> {
  if (!existsSync(file)) await writeSecret(file, randomBytes(24).toString('hex'))
  return readFileSync(file, 'utf8').trim()
}

async function writeSecret(file: string, content: string): Promise<void> {
  await writeFile(file, content, { mode: 0o600 })
  await chmod(file, 0o600)
}

function connectionUrl(password: string, port: number): string {
  return `postgresql://postgres:${password}@127.0.0.1:${port}/verbatim`
}
