import type pg from 'pg'
import { raceDeadline } from '@/lib/core/concurrency/start-deadline'
import { log } from '@/lib/core/log'
import { boundTurn } from './bound-turn'
import type { ExecutorContext, Handler } from './context'
import { SERVER_BACKOFF_MS } from './functions/backoff'
import { syncFunctions } from './functions/sync-functions'
import { type Loop, makeLoop } from './make-loop'
import { fireSchedules } from './runs/fire-schedules'
import { IngestError, ingestEvent } from './runs/ingest-event'
import { holdExecutorLock, type Term } from './tables/executor-lock'
import { reportState } from './tables/executor-state'
import { purgeExpiredRuns } from './tables/purge-expired-runs'
import { type WorkLoop, workLoop } from './work-loop'

export type ExecutorOptions = {
  /** The database; one more connection holds a session lock there: not through a pooler in transaction mode. */
  pool: pg.Pool
  /** `serve({ client, functions })` of `inngest/edge`. */
  handler: Handler
  /** How many things are done at a time. */
  slots?: number
  /** How often to check without a notification. */
  pollMs?: number
  /** The waits before the second attempt, the third …; the last repeats. */
  backoffMs?: readonly number[]
  /** How long ended runs and processed events are kept. */
  keepDays?: number
  /** Called when another process may take over: the results of the running work are refused then. */
  onLost?: () => void
}

export type Executor = {
  /**
   * Begins nothing more and waits, for so long at most, for running work. The next holder of the lock continues what is
   * left then.
   */
  stop: (limitMs?: number) => Promise<void>
  /** Checks for events and work now. */
  kick: () => void
  /** `epoch`: null while another process runs the functions. */
  stats: () => { epoch: number | null; running: number }
}

const PURGE_INTERVAL_MS = 3_600_000
const REPORT_INTERVAL_MS = 5_000

/** Keeps a connection that breaks before the pool listens from ending the process. Returns a function that undoes it. */
function guardConnections(pool: pg.Pool): () => void {
  const onError = (error: Error) => log.debug('a database connection was lost', { error })
  const guard = (client: pg.PoolClient) => client.on('error', onError)
  pool.on('connect', guard)
  return () => pool.off('connect', guard)
}

type EventLoop = Loop & {
  /** Clears the events that could not be processed, so that they are tried again. */
  forgive: () => void
}

/** Processes events until none is left. */
function eventLoop(context: ExecutorContext, onIngested: () => void): EventLoop {
  const failing = new Set<string>()
  const loop = makeLoop('processing events', async (isStopped) => {
    while (!isStopped()) {
      try {
        if (!(await boundTurn(context, ingestEvent(context, [...failing])))) return
        onIngested()
      } catch (error) {
        if (!(error instanceof IngestError)) throw error
        log.error('an event could not be processed; it is tried again', { event: error.eventId, error })
        failing.add(error.eventId)
      }
    }
  })
  return { ...loop, forgive: () => failing.clear() }
}

type Running = {
  events: EventLoop
  work: WorkLoop
  kick: () => void
  stop: (limitMs: number) => Promise<void>
  abandon: (reason: Error) => void
}

type Settings = Required<Pick<ExecutorOptions, 'slots' | 'pollMs' | 'keepDays'>>

type Shared = Pick<ExecutorContext, 'pool' | 'handler' | 'functions' | 'backoffMs'>

/** Runs the functions for the time in which this process holds the lock. */
function startTerm(shared: Shared, { epoch, lose }: Term, { slots, pollMs, keepDays }: Settings): Running {
  const abandon = new AbortController()
  const context: ExecutorContext = { ...shared, epoch, lose, abandoned: abandon.signal }
  const work = workLoop({ context, slots, pollMs })
  const events = eventLoop(context, work.kick)
  const schedules = makeLoop('looking at the schedules', async () => {
    if (await boundTurn(context, fireSchedules(context))) work.kick()
  })
  const report = makeLoop('reporting the state of the queue', () =>
    boundTurn(context, reportState(context.pool, { epoch, runningIds: work.runningIds(), doneAt: work.doneAt() })),
  )
  const purge = makeLoop('purging what has expired', async () => void (await purgeExpiredRuns(context.pool, keepDays)))
  const kick = () => {
    events.forgive()
    for (const loop of [events, work, schedules]) loop.kick()
  }
  const timers = [
    setInterval(kick, pollMs),
    setInterval(report.kick, REPORT_INTERVAL_MS),
    setInterval(purge.kick, PURGE_INTERVAL_MS),
  ]
  kick()
  report.kick()
  return {
    ...{ events, work, kick },
    abandon: (reason) => abandon.abort(reason),
    stop: async (limitMs) => {
      for (const timer of timers) clearInterval(timer)
      const ended = Promise.all([events, work, schedules, report, purge].map((loop) => loop.stop())).then(
        work.completed,
      )
      await raceDeadline({ timeoutMs: limitMs }, ended).catch((error) =>
        log.debug('the executor left some work to the next process', { error }),
      )
      abandon.abort(new Error('the executor was stopped'))
    },
  }
}

/**
 * Runs stock Inngest functions in this process, over PostgreSQL: takes the events of table `event`, starts, resumes and
 * cancels runs, calls the functions and keeps what they did. One process of a database does so at a time; the others wait
 * until it ends. Throws UnsupportedFunctionError when a function uses what isn't supported.
 */
export async function startExecutor(options: ExecutorOptions): Promise<Executor> {
  const { pool, handler, slots = 20, pollMs = 1000, keepDays = 7, backoffMs = SERVER_BACKOFF_MS } = options
  const shared: Shared = { pool, handler, backoffMs, functions: await syncFunctions(handler) }
  const unguard = guardConnections(pool)
  let term: Running | null = null
  let epoch: number | null = null
  let isStopping = false

  const lock = await holdExecutorLock({
    databaseUrl: pool.options.connectionString ?? '',
    onEvent: () => term?.events.kick(),
    onHeld: (held) => {
      const running = startTerm(shared, held, { slots, pollMs, keepDays })
      term = running
      epoch = held.epoch
      return (reason) => {
        epoch = null
        if (!isStopping) options.onLost?.()
        running.abandon(reason)
        // Its loops may wait for dead connections; whatever they still commit is refused.
        void running.stop(0)
      }
    },
  })
  return {
    kick: () => term?.kick(),
    stats: () => ({ epoch, running: term?.work.runningIds().length ?? 0 }),
    stop: async (limitMs = 10_000) => {
      isStopping = true
      lock.retire()
      await term?.stop(limitMs)
      await lock.close()
      unguard()
    },
  }
}
