import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { clearSingleton, singleton } from '../concurrency/singleton'
import { env } from '../env'
import { log } from '../log'
import type { Db } from './db'
import { lastingConnection } from './lasting-connection'

const POLL_INTERVAL_MS = 100
const TRY = 'select pg_try_advisory_lock(hashtextextended($1, 0)) as locked'
const UNLOCK = 'select pg_advisory_unlock(hashtextextended($1, 0))'

/**
 * One connection holds all locks of this process: a lock must not cost a pooled connection for as long as it is held.
 */
function makeLocks() {
  let last: Promise<unknown> = Promise.resolve()
  return {
    connection: lastingConnection({ databaseUrl: env().DATABASE_URL ?? '', purpose: 'locks' }),
    /** Acquires or releases a key's lock; resolves to whether it is held. A connection runs one statement at a time. */
    run: async (client: pg.Client, statement: string, key: string): Promise<boolean> => {
      const running = last.then(() => client.query<{ locked: boolean }>(statement, [key]))
      last = running.catch(() => undefined)
      return (await running).rows[0]?.locked ?? false
    },
  }
}

const locks = () => singleton('lock-connection', makeLocks)

/**
 * Runs `work` while no other process on this database runs any under the same key, after waiting for the lock. Within a
 * process the caller makes sure that a key is used once at a time (`singleFlight`). The lock is lost with the process
 * or its connection: `work` must tolerate being done twice. Throws the signal’s reason when it aborts first.
 */
export async function withAdvisoryLock<T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const { connection, run } = locks()
  const client = await connection.open()
  while (!(await run(client, TRY, key))) {
    signal.throwIfAborted()
    await wait(POLL_INTERVAL_MS)
  }
  try {
    return await work()
  } finally {
    // A lost connection has released its locks already, so this is never asked of the one that replaced it.
    await run(client, UNLOCK, key).catch((error) => log.warn('an advisory lock could not be released', { error }))
  }
}

/** Closes the connection that holds locks, at shutdown. */
export async function closeAdvisoryLocks(): Promise<void> {
  await clearSingleton<ReturnType<typeof makeLocks>>('lock-connection')?.connection.close()
}

/** Waits for the lock of a key and holds it for the rest of the transaction. */
export async function lockUntilCommit(tx: Db, key: string): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`
}
