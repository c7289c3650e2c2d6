import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { env } from './env'
import { log } from './log'
import { forgetSingleton, singleton } from './singleton'

const LOOK_AGAIN_MS = 100
const TRY = 'select pg_try_advisory_lock(hashtextextended($1, 0)) as locked'
const UNLOCK = 'select pg_advisory_unlock(hashtextextended($1, 0))'

/** One connection holds all of a process's locks: a lock must not cost a connection for as long as it is held. */
async function connect(): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: env().DATABASE_URL,
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
  })
  client.on('error', (error) => log.warn('the database connection that holds locks was lost', { error }))
  client.on('end', () => forgetSingleton('lock-connection'))
  await client.connect()
  return client
}

function connection(): Promise<pg.Client> {
  return singleton('lock-connection', () =>
    connect().catch((error) => {
      forgetSingleton('lock-connection')
      throw error
    }),
  )
}

async function isLocked(client: pg.Client, key: string): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(TRY, [key])
  return rows[0]?.locked ?? false
}

/**
 * Runs `work` while no other process on this database runs any under the same key, waiting for its turn. Within a process
 * the caller sees to it that a key is used once at a time (`shareWork`). The lock goes with the process, or with its
 * connection: what `work` does must bear being done twice. Throws the signal's reason when the turn does not come.
 */
export async function exclusively<T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const client = await connection()
  while (!(await isLocked(client, key))) {
    signal.throwIfAborted()
    await wait(LOOK_AGAIN_MS)
  }
  try {
    return await work()
  } finally {
    // A connection that was lost has let go of its locks already.
    await client.query(UNLOCK, [key]).catch((error) => log.warn('a lock could not be given back', { error }))
  }
}

/** Closes the connection that holds locks, at shutdown. */
export async function closeLocks(): Promise<void> {
  const client = await forgetSingleton<Promise<pg.Client>>('lock-connection')
  await client?.end()
}
