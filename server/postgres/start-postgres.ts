import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { SetupError } from '@/server/setup/setup-error.mjs'
import { chooseLocation } from './choose-location'
import { checkCluster, initCluster } from './init-cluster'
import { obtainPostmaster } from './obtain-postmaster'
import { postgresFiles } from './postgres-files'
import { isPostmaster, type Postmaster, stopPostmaster } from './read-postmaster'

type Options = {
  /** The service's data folder; the database lives in `postgres` in it. Made if missing. */
  dataDir: string
  /** Called with a line for people for whatever takes a while or goes wrong. */
  log?: (line: string) => void
  /** False for a disposable database: faster, and a crash of the machine may lose it. */
  durable?: boolean
}

export type RunningPostgres = {
  /** Connection string of the service's database, password included. */
  url: string
  /** The folder of the database cluster, which is not always below `dataDir`. */
  where: string
  /** Fast shutdown: open connections are ended. Resolves once the server has ended. */
  stop(): Promise<void>
}

const CHECK_INTERVAL_MS = 1000

/**
 * Looks after a running PostgreSQL: when it is gone, `obtain` starts it again, as often as it takes. `end` stops the
 * looking, after a start that is under way.
 */
function watchPostmaster(
  cluster: string,
  firstPid: number,
  obtain: () => Promise<Postmaster>,
  log: (line: string) => void,
): { end(): Promise<void> } {
  let pid = firstPid
  let restart: Promise<void> | null = null
  const timer = setInterval(() => {
    if (restart || isPostmaster(pid, cluster)) return
    log('PostgreSQL ended; starting it again …')
    restart = obtain()
      .then((postmaster) => {
        pid = postmaster.pid
        log('PostgreSQL runs again.')
      })
      .catch((error: Error) => log(error.message))
      .finally(() => {
        restart = null
      })
  }, CHECK_INTERVAL_MS)
  timer.unref()
  return {
    async end() {
      clearInterval(timer)
      await restart
    },
  }
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
  await removeIfEmpty(files.password)
  const known = existsSync(files.password)
  let exists = checkCluster(place.cluster, place.programs.version)
  if (exists && !known) {
    await moveAside(place.cluster, files, log)
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
 * database is not this one's. Within the folder the password is lost.
 */
async function moveAside(cluster: string, files: { home: string; password: string }, log: (line: string) => void) {
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

/** A first start that ran out of disk may have left an empty file. No database was made with it. */
async function removeIfEmpty(file: string): Promise<void> {
  if (existsSync(file) && readFileSync(file, 'utf8').trim() === '') await rm(file)
}

/** Writes a file in one step: it appears complete or not at all. */
async function writeSecret(file: string, content: string): Promise<void> {
  const partial = `${file}.partial`
  try {
    await rm(partial, { force: true })
    await writeFile(partial, content, { mode: 0o600, flag: 'wx', flush: true })
    await rename(partial, file)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}

function connectionUrl(password: string, port: number): string {
  return `postgresql://postgres:${password}@127.0.0.1:${port}/verbatim`
}

const DUPLICATE_DATABASE = '42P04'

/** Makes the database that a connection string names, if the server does not have it yet. */
async function ensureDatabase(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1)
  const admin = new URL(url)
  admin.pathname = '/postgres'
  const client = new pg.Client({ connectionString: admin.href })
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`)
  } catch (error) {
    if ((error as { code?: string }).code !== DUPLICATE_DATABASE) throw error
  } finally {
    await client.end()
  }
}
