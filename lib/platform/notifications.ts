import pg from 'pg'
import { env } from './env'
import { log } from './log'
import { singleton } from './singleton'

type Listener = (payload: string | null) => void
/** A listening connection and its channels. */
type Line = { client: pg.Client; channels: Map<string, Promise<unknown>> }
type Hub = { listeners: Map<string, Set<Listener>>; line: Promise<Line> | null; closed: boolean }

const RECONNECT_MS = 500

function hub(): Hub {
  return singleton('notifications', () => ({ listeners: new Map(), line: null, closed: false }))
}

function notifyListeners(channel: string, payload: string | null): void {
  for (const listener of hub().listeners.get(channel) ?? []) listener(payload)
}

/** Listeners may have missed notifications while the connection was lost, and get null. */
async function reconnect(): Promise<void> {
  try {
    await connection()
    for (const channel of hub().listeners.keys()) notifyListeners(channel, null)
  } catch (error) {
    log.warn('could not listen to the database; trying again', { error })
  }
}

function connectionLost(): void {
  const { listeners, closed } = hub()
  hub().line = null
  if (!closed && listeners.size > 0) setTimeout(() => void reconnect(), RECONNECT_MS).unref()
}

async function connect(): Promise<Line> {
  const client = new pg.Client({
    connectionString: env().DATABASE_URL,
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
  })
  client.on('error', (error) => log.warn('the listening database connection was lost', { error }))
  client.on('end', connectionLost)
  client.on('notification', ({ channel, payload }) => notifyListeners(channel, payload ?? ''))
  await client.connect()
  const line: Line = { client, channels: new Map() }
  for (const channel of hub().listeners.keys()) await listen(line, channel)
  return line
}

/** Issues LISTEN for a channel once; later callers wait for the same. */
async function listen({ client, channels }: Line, channel: string): Promise<void> {
  const asked = channels.get(channel) ?? client.query(`listen ${pg.escapeIdentifier(channel)}`)
  channels.set(channel, asked)
  try {
    await asked
  } catch (error) {
    channels.delete(channel)
    throw error
  }
}

function connection(): Promise<Line> {
  const shared = hub()
  shared.line ??= connect().catch((error) => {
    connectionLost()
    throw error
  })
  return shared.line
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
  const line = await hub().line
  await line?.client.end()
}
