import { spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, statSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { childEnvironment } from '@/lib/core/programs/child-environment.mjs'
import { SetupError } from '@/server/setup/setup-error.mjs'
import type { Location } from './choose-location'
import { type Postmaster, readPostmaster } from './read-postmaster'

type Options = { password: string; portFile: string; logFile: string; durable: boolean }

const ADOPTION_LIMIT_MS = 60_000
const LAUNCH_TRIES = 5
/** The port was taken after we had looked, or processes of a killed server are not all gone yet. */
const WORTH_ANOTHER_TRY = /could not bind|could not create any TCP\/IP sockets|pre-existing shared memory block/

/** The PostgreSQL that runs on a cluster already, or one started now on a free port, which is remembered. */
export async function obtainPostmaster(place: Location, options: Options): Promise<Postmaster> {
  const running = await adoptPostmaster(place.cluster, options.password)
  if (running) return running
  await removeStalePidFile(place.cluster)
  for (let attempt = 1; ; attempt++) {
    const port = await choosePort(options.portFile)
    try {
      const started = await launchPostmaster(place, port, options.logFile, options.durable)
      await writeFile(options.portFile, `${port}\n`)
      return started
    } catch (error) {
      if (attempt === LAUNCH_TRIES || !(error instanceof SetupError) || !WORTH_ANOTHER_TRY.test(error.message))
        throw error
      await sleep(500)
    }
  }
}

async function adoptPostmaster(cluster: string, password: string): Promise<Postmaster | null> {
  const deadline = Date.now() + ADOPTION_LIMIT_MS
  for (;;) {
    const postmaster = readPostmaster(cluster)
    if (!postmaster) return null
    if (postmaster.status === 'ready' && (await answers(postmaster.port, password))) return postmaster
    if (Date.now() > deadline) {
      throw new SetupError(
        `A PostgreSQL (process ${postmaster.pid}) already runs on ${cluster} and does not answer. End that process and start again.`,
      )
    }
    await sleep(50)
  }
}

async function answers(port: number, password: string): Promise<boolean> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', password, database: 'postgres' })
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    // The server is stopping, or another one: the caller tries again.
    return false
  } finally {
    await client.end()
  }
}

/** A pid that no system gives out. */
const NO_PID = '999999999'

/**
 * PostgreSQL takes its lock file at its word if the pid in it is alive, though another program may have it by now, as
 * happens in containers. The other lines must stay: by them it sees processes that a killed server left behind.
 */
async function removeStalePidFile(cluster: string): Promise<void> {
  const file = path.join(cluster, 'postmaster.pid')
  if (!existsSync(file)) return
  const [, ...rest] = (await readFile(file, 'utf8')).split('\n')
  await writeFile(file, [NO_PID, ...rest].join('\n'))
}

/** A free TCP port on 127.0.0.1: the one remembered in a file if it is still free, else one the system chooses. */
async function choosePort(portFile: string): Promise<number> {
  const remembered = existsSync(portFile) ? Number(readFileSync(portFile, 'utf8')) : 0
  const valid = Number.isInteger(remembered) && remembered > 0 && remembered < 65_536
  return (valid ? await tryPort(remembered) : null) ?? (await tryPort(0)) ?? 0
}

function tryPort(port: number): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const server = net.createServer()
    server.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(null)
      else reject(error)
    })
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(address && typeof address === 'object' ? address.port : null))
    })
  })
}

const START_LIMIT_MS = 60_000
const LOG_LIMIT_BYTES = 10 * 1024 ** 2

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '64MB',
  max_wal_size: '512MB',
  log_min_messages: 'warning',
  timezone: 'UTC',
  log_timezone: 'UTC',
}

/** The statements of a killed service end with it, where PostgreSQL can see that a connection is gone. */
const DETECT_LOST_CLIENTS = process.platform === 'win32' ? {} : { client_connection_check_interval: '2s' }

/** For disposable databases: a crash may lose their data. */
const THROW_AWAY_SETTINGS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' }

/**
 * Starts PostgreSQL on a cluster and waits until it takes connections. It runs in its own session, so that a Ctrl-C at the
 * terminal does not reach it before its clients are done. Throws a `SetupError` with the end of its log.
 */
async function launchPostmaster(place: Location, port: number, logFile: string, durable: boolean): Promise<Postmaster> {
  const settings = { ...SETTINGS, ...DETECT_LOST_CLIENTS, ...(durable ? {} : THROW_AWAY_SETTINGS), port: String(port) }
  const args = ['-D', place.cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  const log = openLog(logFile)
  const logStart = statSync(logFile).size
  const child = spawn(place.programs.postgres, args, {
    ...place.user,
    cwd: '/',
    // An intruder with the rights of PostgreSQL's user can read this environment.
    env: childEnvironment(),
    stdio: ['ignore', log, log],
    detached: true,
  })
  closeSync(log)
  let failure: string | null = null
  child.on('error', (error) => {
    failure = error.message
  })
  child.on('exit', (code, signal) => {
    failure = `it ended with ${signal ?? code}`
  })
  child.unref()
  const deadline = Date.now() + START_LIMIT_MS
  while (failure === null && Date.now() < deadline) {
    const postmaster = readPostmaster(place.cluster)
    if (postmaster?.pid === child.pid && postmaster?.status === 'ready') return postmaster
    await sleep(10)
  }
  const said = readFileSync(logFile).subarray(logStart).toString('utf8').trim().slice(-4000)
  throw new SetupError(`PostgreSQL did not start: ${failure ?? `not ready after ${START_LIMIT_MS / 1000} s`}.\n${said}`)
}

function openLog(logFile: string): number {
  const fd = openSync(logFile, 'a', 0o600)
  if (statSync(logFile).size <= LOG_LIMIT_BYTES) return fd
  closeSync(fd)
  return openSync(logFile, 'w', 0o600)
}
