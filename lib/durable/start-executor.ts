import { randomInt } from 'node:crypto'
import type pg from 'pg'
import { log } from '@/lib/core/log'
import type { ExecutorContext, Handler } from './context'
import { eventLoop } from './event-loop'
import { SERVER_BACKOFF_MS } from './functions/backoff'
import { syncFunctions } from './functions/sync-functions'
import { listen } from './listen'
import { makeLoop } from './make-loop'
import { fireSchedules } from './runs/fire-schedules'
import { LEASE_MS } from './sdk/executor-fetch'
import { renewLeases } from './tables/item-table'
import { purgeExpiredRuns } from './tables/purge-expired-runs'
import { releaseDeadLeases, type Suspects } from './tables/release-dead-leases'
import { type WorkLoop, workLoop } from './work-loop'

export type ExecutorOptions = {
  /** The database; one connection of it is kept. Session locks are used: not a pooler in transaction mode. */
  pool: pg.Pool
  /** `serve({ client, functions })` of `inngest/edge`. */
  handler: Handler
  /** How many things are done at a time. */
  slots?: number
  /** How long an execution may stay silent before it is taken over. */
  leaseMs?: number
  /** How often to check without a notification. */
  pollMs?: number
  /** The waits before the second attempt, the third …; the last repeats. */
  backoffMs?: readonly number[]
  /** How long ended runs and processed events are kept. */
  keepDays?: number
}

export type Executor = {
  /**
   * Begins nothing more and waits, for so long at most, for what is under way. What is left then is taken over by
   * another executor, or by the next.
   */
  stop: (limitMs?: number) => Promise<void>
  /** Checks for events and work now. */
  kick: () => void
  stats: () => { running: number; claimed: number; ingested: number }
}

const PURGE_INTERVAL_MS = 3_600_000
const SECOND_TAKEOVER_MS = 450

/** Keeps a connection that breaks before the pool listens from ending the process. Returns a function that undoes it. */
function guardConnections(pool: pg.Pool): () => void {
  const onError = (error: Error) => log.debug('a database connection was lost', { error })
  const guard = (client: pg.PoolClient) => client.on('error', onError)
  pool.on('connect', guard)
  return () => pool.off('connect', guard)
}

/** The executor's housekeeping, each task a loop of its own. */
function duties(context: ExecutorContext, work: WorkLoop, keepDays: number, onOwnLockGone: () => void) {
  const suspects: Suspects = new Map()
  return {
    schedules: makeLoop('looking at the schedules', () => fireSchedules(context)),
    takeover: makeLoop('looking for executors that are gone', async () => {
      const owners = await releaseDeadLeases(context, suspects)
      if (owners.includes(context.owner)) onOwnLockGone()
    }),
    purge: makeLoop('purging what has expired', async () => {
      await purgeExpiredRuns(context.pool, keepDays)
    }),
    heartbeat: makeLoop('prolonging leases', async () => {
      const items = work.running()
      if (items.length > 0) await renewLeases(context.pool, items, context.leaseMs)
    }),
  }
}

/**
 * Runs stock Inngest functions in this process, over PostgreSQL: takes the events of table `event`, starts, resumes and
 * cancels runs, calls the functions and keeps what they did. Any number of executors may share a database. Throws
 * UnsupportedFunctionError when a function uses what isn't supported.
 */
export async function startExecutor(options: ExecutorOptions): Promise<Executor> {
  const { pool, handler, slots = 20, leaseMs = LEASE_MS, pollMs = 1000, keepDays = 7 } = options
  const abandon = new AbortController()
  const context: ExecutorContext = {
    pool,
    handler,
    functions: await syncFunctions(handler),
    owner: randomInt(1, 2 ** 31 - 1),
    leaseMs,
    backoffMs: options.backoffMs ?? SERVER_BACKOFF_MS,
    abandoned: abandon.signal,
  }
  const work = workLoop({ context, slots, pollMs })
  const events = eventLoop(context, work.kick)
  const unguard = guardConnections(pool)
  const listener = await listen({ pool, owner: context.owner, onEvent: events.kick, onWork: work.kick })
  const { schedules, takeover, purge, heartbeat } = duties(context, work, keepDays, listener.renew)

  const kickAll = () => {
    events.forgive()
    for (const loop of [events, work, schedules, takeover]) loop.kick()
  }
  const beat = setInterval(heartbeat.kick, leaseMs / 3)
  const timers = [
    setInterval(kickAll, pollMs),
    setInterval(purge.kick, PURGE_INTERVAL_MS),
    // A second check soon after the first: work that a former process left continues at once.
    setTimeout(takeover.kick, SECOND_TAKEOVER_MS),
  ]
  kickAll()

  return {
    kick: kickAll,
    stats: () => ({ running: work.running().length, claimed: work.claimed(), ingested: events.ingested() }),
    stop: async (limitMs = 10_000) => {
      for (const timer of timers) clearTimeout(timer)
      await Promise.all([events, work, schedules, takeover, purge].map((loop) => loop.stop()))
      await work.completed(limitMs)
      abandon.abort(new Error('the executor was stopped'))
      clearInterval(beat)
      await heartbeat.stop()
      await listener.close()
      unguard()
    },
  }
}
