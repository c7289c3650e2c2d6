import { Socket } from 'node:net'
import { hostname } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { raceDeadline, startDeadline } from '../concurrency/start-deadline'
import { log } from '../log'

type Limits = {
  /** How long a statement may run. */
  statementMs: number
  /** How long a statement may wait for a lock. */
  lockMs: number
  /** How long a transaction may wait for its client. */
  idleMs: number
}

/**
 * The limits of connections to the database by their purpose; 0: none. A request or a step of a job waits at most 40 seconds, so that
 * a server or a machine that has vanished delays work by less than a minute.
 */
const LIMITS = {
  work: { statementMs: 40_000, lockMs: 20_000, idleMs: 40_000 },
  /** A text of ten hours is read, changed and written in one transaction. */
  texts: { statementMs: 120_000, lockMs: 20_000, idleMs: 120_000 },
  /** Locks are asked for without waiting; notifications only arrive. */
  locks: { statementMs: 10_000, lockMs: 10_000, idleMs: 10_000 },
  notifications: { statementMs: 10_000, lockMs: 10_000, idleMs: 10_000 },
  /** It waits for its lock, and asks again: an answer shows that the server is there. */
  executor: { statementMs: 0, lockMs: 20_000, idleMs: 20_000 },
  migration: { statementMs: 0, lockMs: 5_000, idleMs: 60_000 },
  backup: { statementMs: 0, lockMs: 60_000, idleMs: 0 },
} as const satisfies Record<string, Limits>

export type SessionPurpose = keyof typeof LIMITS

/** The server answers, even if by refusing, before this has passed since the limit of a statement. */
const SLACK_MS = 5_000
const CONNECT_LIMIT_MS = 10_000
/** The longest name that PostgreSQL keeps. */
const NAME_CHARACTERS = 63

/** A socket that ends when nothing has come or gone for so long: packets may be lost without an error. */
function watchedSocket(silenceMs: number): Socket {
  const socket = new Socket()
  socket.setTimeout(silenceMs, () =>
    socket.destroy(new Error(`Connection terminated: the database has been silent for ${silenceMs / 1000} s`)),
  )
  return socket
}

/** How to connect to a database for a purpose. `limitSession` has to follow on each new connection. */
export function sessionConfig(connectionString: string, purpose: SessionPurpose): pg.ClientConfig {
  const { statementMs } = LIMITS[purpose]
  const isSilent = purpose === 'locks' || purpose === 'notifications'
  return {
    connectionString,
    application_name: `verbatim ${purpose} on ${hostname()}`.slice(0, NAME_CHARACTERS),
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: CONNECT_LIMIT_MS,
    ...(statementMs > 0 && !isSilent && { stream: () => watchedSocket(statementMs + SLACK_MS) }),
  }
}

/** The server frees what a vanished machine holds. A PostgreSQL on Windows refuses some of these. */
const VANISHED_PEER = `
  set tcp_keepalives_idle = 10;
  set tcp_keepalives_interval = 5;
  set tcp_keepalives_count = 3;
  set tcp_user_timeout = '25s'`

/** Sets the limits of a purpose on a new connection. */
export async function limitSession(client: pg.ClientBase, purpose: SessionPurpose): Promise<void> {
  const { statementMs, lockMs, idleMs } = LIMITS[purpose]
  await client.query(
    `set statement_timeout = ${statementMs}; set lock_timeout = ${lockMs}; set idle_in_transaction_session_timeout = ${idleMs}`,
  )
  await client
    .query(VANISHED_PEER)
    .catch((error) => log.debug('PostgreSQL does not watch for vanished machines', { error }))
}

/** Opens a connection for a purpose, outside the pool. `onError` is called when it is lost, also while it is being opened. */
export async function openSession(
  connectionString: string,
  purpose: SessionPurpose,
  onError: (error: Error, client: pg.Client) => void,
): Promise<pg.Client> {
  const client = new pg.Client(sessionConfig(connectionString, purpose))
  client.on('error', (error) => onError(error, client))
  const deadline = startDeadline({ timeoutMs: 2 * CONNECT_LIMIT_MS })
  try {
    await client.connect()
    await deadline.race(limitSession(client, purpose))
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  } finally {
    deadline.stop()
  }
}

const HEARTBEAT_MS = 10_000

/** Asks the server for a sign of life again and again. Throws when none arrives in time, and the signal's reason. */
export async function keepAlive(client: pg.Client, signal: AbortSignal): Promise<never> {
  for (;;) {
    await delay(HEARTBEAT_MS, undefined, { signal, ref: false })
    await raceDeadline({ signals: [signal], timeoutMs: HEARTBEAT_MS }, client.query('select 1'))
  }
}
