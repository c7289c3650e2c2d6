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

/** Whoever listened while the connection was gone may have missed something, and is told so. */
async function reconnect(): Promise<void> {
  try {
    await connection()
    for (const channel of hub().listeners.keys()) tell(channel, null)
  } catch (error) {
    log.warn('could not listen to the database; trying again', { error })
  }
}

function connectionLost(): void {
  const { listeners, closed } = hub()
  hub().client = null
  if (!closed && listeners.size > 0) setTimeout(() => void reconnect(), RECONNECT_MS).unref()
}

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: env().DATABASE_URL,
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
  })
  client.on('error', (error) => log.warn('the listening database connection was lost', { error }))
  client.on('end', connectionLost)
  client.on('notification', ({ channel, payload }) => tell(channel, payload ?? ''))
  await client.connect()
  for (const channel of hub().listeners.keys()) await listen(client, channel)
  return client
}

async function listen(client: pg.Client, channel: string): Promise<void> {
  await client.query(`listen ${pg.escapeIdentifier(channel)}`)
}

function connection(): Promise<pg.Client> {
  const shared = hub()
  shared.client ??= connect().catch((error) => {
    connectionLost()
    throw error
  })
  return shared.client
}

/**
 * Calls `listener` with the payload of every notification of a channel, and with null when some may have been missed
 * because the connection was lost in between. Resolves once it listens; gives the function that ends it. Rejects, and
 * listens to nothing, when the database can't be reached.
 */
export async function subscribe(channel: string, listener: Listener): Promise<() => void> {
  const { listeners } = hub()
  const group = listeners.get(channel) ?? new Set()
  listeners.set(channel, group.add(listener))
  const unsubscribe = () => {
    group.delete(listener)
  }
  try {
    // Listening twice is listening once: this also waits for whoever began to listen just before.
    await listen(await connection(), channel)
  } catch (error) {
    unsubscribe()
    throw error
  }
  return unsubscribe
}

/** Ends listening for good, at shutdown. */
export async function closeNotifications(): Promise<void> {
  hub().closed = true
  const client = await hub().client
  await client?.end()
}
