import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { env } from './env'
import { log } from './log'
import { clearSingleton, singleton } from './singleton'

const LOOK_AGAIN_MS = 100
const TRY = 'select pg_try_advisory_lock(hashtextextended($1, 0)) as locked'
const UNLOCK = 'select pg_advisory_unlock(hashtextextended($1, 0))'

type Locks = {
  /** Acquires or releases the lock of a key. Returns whether it is held. */
  ask: (statement: string, key: string) => Promise<boolean>
  close: () => Promise<void>
}

/** Runs statements one after the other: a connection executes one at a time. */
function inLine(client: pg.Client): Locks['ask'] {
  let last: Promise<unknown> = Promise.resolve()
  return async (statement, key) => {
    const asked = last.then(() => client.query<{ locked: boolean }>(statement, [key]))
    last = asked.catch(() => 'told to whoever asked')
    return (await asked).rows[0]?.locked ?? false
  }
}

/** One connection holds all of a process's locks: a lock must not cost a connection for as long as it is held. */
async function connect(): Promise<Locks> {
  const client = new pg.Client({
    connectionString: env().DATABASE_URL,
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
  })
  client.on('error', (error) => log.warn('the database connection that holds locks was lost', { error }))
  client.on('end', () => clearSingleton('lock-connection'))
  await client.connect()
  return { ask: inLine(client), close: () => client.end() }
}

function connection(): Promise<Locks> {
  return singleton('lock-connection', () =>
    connect().catch((error) => {
      clearSingleton('lock-connection')
      throw error
    }),
  )
}

/**
 * Runs `work` while no other process on this database runs any under the same key, after waiting for the lock. Within a
 * process the caller makes sure that a key is used once at a time (`singleFlight`). The lock is lost with the process
 * or its connection: `work` must tolerate being done twice. Throws the signal’s reason when it aborts first.
 */
export async function withAdvisoryLock<T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const locks = await connection()
  while (!(await locks.ask(TRY, key))) {
    signal.throwIfAborted()
    await wait(LOOK_AGAIN_MS)
  }
  try {
    return await work()
  } finally {
    // A lost connection has released its locks already.
    await locks.ask(UNLOCK, key).catch((error) => log.warn('a lock could not be given back', { error }))
  }
}

/** Closes the connection that holds locks, at shutdown. */
export async function closeAdvisoryLocks(): Promise<void> {
  const locks = await clearSingleton<Promise<Locks>>('lock-connection')
  await locks?.close()
}
