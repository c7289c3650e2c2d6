import pg from 'pg'
import { singleton } from '../concurrency/singleton'
import { env } from '../env'
import { type LastingConnection, lastingConnection } from './lasting-connection'

type Listener = (payload: string | null) => void

type Hub = {
  listeners: Map<string, Set<Listener>>
  /** The channels that a connection listens on, each with its LISTEN. */
  channels: WeakMap<pg.Client, Map<string, Promise<unknown>>>
  connection: LastingConnection
}

function makeHub(): Hub {
  const listeners: Hub['listeners'] = new Map()
  const notify = (channel: string, payload: string | null) => {
    for (const listener of listeners.get(channel) ?? []) listener(payload)
  }
  const made: Hub = {
    listeners,
    channels: new WeakMap(),
    connection: lastingConnection({
      databaseUrl: env().DATABASE_URL ?? '',
      purpose: 'notifications',
      prepare: async (client) => {
        for (const channel of listeners.keys()) await listen(made, client, channel)
      },
      onOpen: (isFirst) => {
        if (!isFirst) for (const channel of listeners.keys()) notify(channel, null)
      },
      onNotification: ({ channel, payload }) => notify(channel, payload ?? ''),
      isNeeded: () => listeners.size > 0,
    }),
  }
  return made
}

const hub = () => singleton('notifications', makeHub)

/** Issues LISTEN for a channel once; later callers wait for the same. */
async function listen({ channels }: Hub, client: pg.Client, channel: string): Promise<void> {
  const known = channels.get(client) ?? new Map<string, Promise<unknown>>()
  channels.set(client, known)
  const asked = known.get(channel) ?? client.query(`listen ${pg.escapeIdentifier(channel)}`)
  known.set(channel, asked)
  try {
    await asked
  } catch (error) {
    known.delete(channel)
    throw error
  }
}

/**
 * Calls `listener` with the payload of every notification on a channel, and with null when some may have been missed
 * because the connection was lost in between. Resolves once it listens, to the function that ends it. Rejects, and
 * listens to nothing, when the database can't be reached.
 */
export async function subscribe(channel: string, listener: Listener): Promise<() => void> {
  const shared = hub()
  const group = shared.listeners.get(channel) ?? new Set()
  shared.listeners.set(channel, group.add(listener))
  const unsubscribe = () => {
    group.delete(listener)
  }
  try {
    await listen(shared, await shared.connection.open(), channel)
  } catch (error) {
    unsubscribe()
    throw error
  }
  return unsubscribe
}

/** Ends listening, at shutdown. */
export async function closeNotifications(): Promise<void> {
  await hub().connection.close()
}
