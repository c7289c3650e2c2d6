import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { startDeadline } from '@/lib/core/concurrency/start-deadline'
import { EVENT_CHANNEL } from '@/lib/core/db/events'
import { KEEP_ALIVE } from '@/lib/core/db/keep-alive'
import { log } from '@/lib/core/log'

/** The session advisory lock of the process that runs the durable functions. */
export const EXECUTOR_LOCK = 7_311_001

const RETRY_MS = 100
const LONGEST_RETRY_MS = 2_000
const HEARTBEAT_MS = 10_000
const CLOSE_LIMIT_MS = 300

/** The server ends the session of a holder that hangs, and of a machine that is gone, whether it holds the lock or waits. */
const SESSION = `
  set idle_session_timeout = '30s';
  set tcp_keepalives_idle = 10;
  set tcp_keepalives_interval = 5;
  set tcp_keepalives_count = 3`

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
  config: pg.ClientConfig
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

async function connect(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...KEEP_ALIVE, connectionTimeoutMillis: 10_000, ...config })
  client.on('error', (error) => log.debug('the connection of the executor failed', { error }))
  try {
    await client.connect()
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

/** Asks the server for a sign of life until the connection is lost. Throws why it is. */
async function keepAlive(client: pg.Client, lost: AbortSignal): Promise<never> {
  for (;;) {
    await delay(HEARTBEAT_MS, undefined, { signal: lost })
    const deadline = startDeadline({ signals: [lost], timeoutMs: HEARTBEAT_MS })
    await deadline.race(client.query('select 1')).finally(deadline.stop)
  }
}

/** Waits for the lock on a connection, and holds it until the connection is lost. Throws why it was. */
async function hold(client: pg.Client, { onHeld, onEvent }: Options): Promise<never> {
  const lost = new AbortController()
  const lose = (reason: Error) => lost.abort(reason)
  client.on('error', lose)
  client.on('end', () => lose(new Error('the connection has ended')))
  client.on('notification', onEvent)
  await client.query('select pg_advisory_lock($1)', [EXECUTOR_LOCK])
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
  let waitMs = RETRY_MS
  const onHeld = (term: Term) => {
    if (isRetired) throw new Error('the executor is stopping')
    waitMs = RETRY_MS
    return options.onHeld(term)
  }
  let client: pg.Client | null = await connect(options.config)
  const run = async () => {
    while (!isRetired) {
      try {
        client ??= await connect(options.config)
        if (!isRetired) await hold(client, { ...options, onHeld })
      } catch (error) {
        if (!isRetired) log.warn('this process does not run the durable functions; it waits for its turn', { error })
      }
      // A dead connection may never confirm its end.
      void client?.end().catch(() => undefined)
      client = null
      if (!isRetired) await delay(waitMs)
      waitMs = Math.min(waitMs * 2, LONGEST_RETRY_MS)
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
      const deadline = startDeadline({ timeoutMs: CLOSE_LIMIT_MS })
      void client?.end().catch(() => undefined)
      await deadline
        .race(running)
        .catch((error) => log.debug('the connection of the executor did not end', { error }))
        .finally(deadline.stop)
    },
  }
}
