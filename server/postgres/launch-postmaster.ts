import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { childEnvironment } from '@/lib/core/programs/child-environment.mjs'
import { SetupError } from '@/server/setup/setup-error.mjs'
import type { Location } from './choose-location'
import { type Postmaster, readPostmaster } from './read-postmaster'

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
export async function launchPostmaster(
  place: Location,
  port: number,
  logFile: string,
  durable: boolean,
): Promise<Postmaster> {
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
