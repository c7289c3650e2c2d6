import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { raceDeadline } from '@/lib/core/concurrency/start-deadline'
import { waitBeforeRetryMs } from '@/lib/core/concurrency/wait-before-retry'
import { EVENT_CHANNEL } from '@/lib/core/db/events'
import { logFailure } from '@/lib/core/db/log-failure'
import { keepAlive, openSession } from '@/lib/core/db/session'
import { log } from '@/lib/core/log'

/** The session advisory lock of the process that runs the durable functions. */
export const EXECUTOR_LOCK = 7_311_001

const RETRY = { firstMs: 100, mostMs: 2_000 }
const CLOSE_LIMIT_MS = 300
/** The server answers sooner, by giving the lock or by the limit of the session's waits for locks. */
const ANSWER_LIMIT_MS = 25_000
/** SQLSTATE of a lock that was not free in time. */
const LOCK_NOT_AVAILABLE = '55P03'

/** The server ends the session of a holder that hangs. */
const SESSION = `set idle_session_timeout = '30s'`

/** A PostgreSQL on Windows refuses it. */
const CHECK_CONNECTION = `set client_connection_check_interval = '1s'`

const TAKE_OVER = `
  insert into durable_executor (id, epoch) values (1, 1)
  on conflict (id) do update set epoch = durable_executor.epoch + 1 returning epoch`

/** The time in which this process holds the lock. */
export type Term = {
  epoch: number
  /** Gives the lock up, because something shows that it is lost. */
  lose: (reason: Error) => void
}

type Options = {
  databaseUrl: string
  /** Begins a term; the function that it returns ends it. */
  onHeld: (term: Term) => (reason: Error) => void
  onEvent: () => void
}

export type ExecutorLock = {
  /** Begins no more terms; a current one continues. */
  retire: () => void
  /** Releases the lock, or waits for it no longer. */
  close: () => Promise<void>
}

async function connect(databaseUrl: string): Promise<pg.Client> {
  const onError = (error: Error) => log.debug('the connection of the executor failed', { error })
  const client = await openSession(databaseUrl, 'executor', onError)
  try {
    await client.query(SESSION)
    await client
      .query(CHECK_CONNECTION)
      .catch((error) => log.debug('PostgreSQL does not check the connection of the executor', { error }))
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
  return client
}

/** Waits for the lock. Throws when the connection is lost, or the server does not answer. */
async function takeLock(client: pg.Client, lost: AbortSignal): Promise<void> {
  for (;;) {
    const taking = client.query('select pg_advisory_lock($1)', [EXECUTOR_LOCK])
    try {
      await raceDeadline({ signals: [lost], timeoutMs: ANSWER_LIMIT_MS }, taking)
      return
    } catch (error) {
      if (!(error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE)) throw error
    }
  }
}

/** Waits for the lock on a connection, and holds it until the connection is lost. Throws why it was. */
async function hold(client: pg.Client, { onHeld, onEvent }: Options): Promise<never> {
  const lost = new AbortController()
  const lose = (reason: Error) => lost.abort(reason)
  client.on('error', lose)
  client.on('end', () => lose(new Error('the connection has ended')))
  client.on('notification', onEvent)
  await takeLock(client, lost.signal)
  const { rows } = await client.query<{ epoch: number }>(TAKE_OVER)
  const epoch = rows[0]?.epoch
  if (epoch === undefined) throw new Error('the executor has no epoch')
  await client.query(`listen ${EVENT_CHANNEL}`)
  const end = onHeld({ epoch, lose })
  log.info('this process runs the durable functions', { epoch })
  try {
    return await keepAlive(client, lost.signal)
  } catch (error) {
    const reason = lost.signal.aborted ? lost.signal.reason : error
    end(reason)
    throw reason
  }
}

/**
 * Waits for the executor's lock on a separate connection and holds it, again whenever that connection is lost. PostgreSQL
 * gives the lock to one session; each holder increments the epoch, and a commit of an earlier epoch fails. Throws when
 * the database can't be reached to begin with.
 */
export async function holdExecutorLock(options: Options): Promise<ExecutorLock> {
  let isRetired = false
  let attempts = 0
  const onHeld = (term: Term) => {
    if (isRetired) throw new Error('the executor is stopping')
    attempts = 0
    return options.onHeld(term)
  }
  let client: pg.Client | null = await connect(options.databaseUrl)
  const run = async () => {
    while (!isRetired) {
      try {
        client ??= await connect(options.databaseUrl)
        if (!isRetired) await hold(client, { ...options, onHeld })
      } catch (error) {
        if (!isRetired)
          logFailure('warn', 'this process does not run the durable functions; it waits for its turn', { error })
      }
      // A dead connection may never confirm its end.
      void client?.end().catch(() => undefined)
      client = null
      if (!isRetired) await delay(waitBeforeRetryMs(attempts++, RETRY))
    }
  }
  const running = run()
  const retire = () => {
    isRetired = true
  }
  return {
    retire,
    close: async () => {
      retire()
      void client?.end().catch(() => undefined)
      await raceDeadline({ timeoutMs: CLOSE_LIMIT_MS }, running).catch((error) =>
        log.debug('the connection of the executor did not end', { error }),
      )
    },
  }
}
