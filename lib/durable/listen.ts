import type pg from 'pg'
import { EVENT_CHANNEL } from '@/lib/core/db/events'
import { lastingConnection } from '@/lib/core/db/lasting-connection'
import { WORK_CHANNEL } from './tables/item-table'
import { lockOwner } from './tables/release-dead-leases'

const RETRY_MS = 100

type Options = { pool: pg.Pool; owner: number; onEvent: () => void; onWork: () => void }

export type Listener = {
  /** Replaces the connection, when it no longer is what it seems. */
  renew: () => void
  close: () => Promise<void>
}

/**
 * Listens for events and for work, and holds the lock that shows that the executor lives, on one connection that is
 * replaced whenever it is lost. Throws when the database can't be reached to begin with.
 */
export async function listen({ pool, owner, onEvent, onWork }: Options): Promise<Listener> {
  const connection = lastingConnection({
    purpose: 'for events and work',
    config: pool.options,
    prepare: async (client) => {
      await lockOwner(client, owner)
      await client.query(`listen ${EVENT_CHANNEL}`)
      await client.query(`listen ${WORK_CHANNEL}`)
    },
    // Whatever was notified before it listened.
    onOpen: () => {
      onEvent()
      onWork()
    },
    onNotification: ({ channel }) => (channel === EVENT_CHANNEL ? onEvent() : onWork()),
    isNeeded: () => true,
    retryMs: RETRY_MS,
  })
  try {
    await connection.open()
  } catch (error) {
    await connection.close()
    throw error
  }
  return { renew: () => connection.renew(new Error('its lock is gone')), close: connection.close }
}
