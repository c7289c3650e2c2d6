import pg from 'pg'
import { env } from './env'
import { log } from './log'
import { singleton } from './singleton'

type Listener = (payload: string | null) => void
type Hub = { listeners: Map<string, Set<Listener>>; client: Promise<pg.Client> | null; closed: boolean }

const RECONNECT_MS = 500

function hub(): Hub {
  return singleton('notifications', () => ({ listeners: new Map(), client: null, closed: false }))
}

function tell(channel: string, payload: string | null): void {
  for (const listener of hub().listeners.get(channel) ?? []) listener(payload)
}

function reconnectLater(): void {
  const { listeners, closed } = hub()
  hub().client = null
  if (closed || listeners.size === 0) return
  setTimeout(() => {
    connection().then(
      () => {
        for (const channel of listeners.keys()) tell(channel, null)
      },
      (error) => log.warn('could not listen to the database; trying again', { error }),
    )
  }, RECONNECT_MS).unref()
}

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: env().DATABASE_URL, keepAlive: true })
  client.on('error', (error) => log.warn('the listening database connection was lost', { error }))
  client.on('end', reconnectLater)
  client.on('notification', ({ channel, payload }) => tell(channel, payload ?? ''))
  await client.connect()
  for (const channel of hub().listeners.keys()) await client.query(`listen ${pg.escapeIdentifier(channel)}`)
  return client
}

function connection(): Promise<pg.Client> {
  const shared = hub()
  shared.client ??= connect().catch((error) => {
    reconnectLater()
    throw error
  })
  return shared.client
}

/**
 * Calls `listener` with the payload of every notification of a channel, and with null when some may have been missed
 * because the connection was lost in between. Resolves once it listens; gives the function that ends it.
 */
export async function subscribe(channel: string, listener: Listener): Promise<() => void> {
  const { listeners } = hub()
  const first = !listeners.has(channel)
  const group = listeners.get(channel) ?? new Set()
  listeners.set(channel, group.add(listener))
  const client = await connection()
  if (first) await client.query(`listen ${pg.escapeIdentifier(channel)}`)
  return () => group.delete(listener)
}

/** Ends listening for good, at shutdown. */
export async function closeNotifications(): Promise<void> {
  hub().closed = true
  const client = await hub().client
  await client?.end()
}
