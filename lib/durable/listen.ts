import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { EVENT_CHANNEL } from '@/lib/platform/events'
import { log } from '@/lib/platform/log'
import { WORK_CHANNEL } from './item-table'

/** The first number of the advisory locks that show which executors live; the second is the executor's own. */
export const OWNER_LOCKS = 7_311_002

const RECONNECT_MS = 100

type Options = { pool: pg.Pool; owner: number; onEvent: () => void; onWork: () => void }

export type Listener = {
  /** Connects anew, when the connection is no longer what it seems. */
  renew: () => void
  close: () => Promise<void>
}

async function end(client: pg.Client): Promise<void> {
  await client.end().catch((error) => log.debug('a lost connection could not be closed', { error }))
}

/** A connection that hears of events and of work, and by its lock shows that the executor lives. */
async function open({ pool, owner, onEvent, onWork }: Options, onLost: (error: Error) => void): Promise<pg.Client> {
  // One of its own: it mustn't wait for the pool while the pool is busy.
  const client = new pg.Client(pool.options)
  client.on('error', onLost)
  client.on('end', () => onLost(new Error('the connection has ended')))
  client.on('notification', ({ channel }) => (channel === EVENT_CHANNEL ? onEvent() : onWork()))
  try {
    await client.connect()
    // Shared: a former connection of this executor may not be gone yet.
    await client.query('select pg_advisory_lock_shared($1, $2)', [OWNER_LOCKS, owner])
    await client.query(`listen ${EVENT_CHANNEL}`)
    await client.query(`listen ${WORK_CHANNEL}`)
  } catch (error) {
    await end(client)
    throw error
  }
  return client
}

/**
 * Hears of events and of work, and holds the executor's lock, over one connection that is made anew whenever it is
 * lost. Throws when there is no connection to begin with.
 */
export async function listen(options: Options): Promise<Listener> {
  const closed = new AbortController()
  let attempt = 0
  let client: pg.Client | undefined

  const connect = async () => {
    attempt += 1
    const own = attempt
    const opened = await open(options, (error) => lost(own, error))
    if (closed.signal.aborted) return end(opened)
    client = opened
    // Whatever was told while nobody listened.
    options.onEvent()
    options.onWork()
  }
  const reconnect = async () => {
    while (!closed.signal.aborted) {
      try {
        return await connect()
      } catch (error) {
        log.warn('no connection to listen on yet', { error })
        await delay(RECONNECT_MS)
      }
    }
  }
  const lost = (which: number, error: Error) => {
    if (which !== attempt || closed.signal.aborted || client === undefined) return
    log.warn('the connection that listens was lost', { error })
    void end(client)
    client = undefined
    void reconnect()
  }

  await connect()
  return {
    renew: () => lost(attempt, new Error('its lock is gone')),
    close: async () => {
      closed.abort()
      if (client) await end(client)
    },
  }
}
