import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { waitBeforeRetryMs } from '../concurrency/wait-before-retry'
import { log } from '../log'
import { logFailure } from './log-failure'
import { keepAlive, openSession, type SessionPurpose } from './session'

type Options = {
  databaseUrl: string
  purpose: SessionPurpose
  /** Runs on each new connection before anything else: LISTEN, or a lock. */
  prepare?: (client: pg.Client) => Promise<unknown>
  /** Called on each new connection after it was prepared. `isFirst` is false where notifications may have been missed. */
  onOpen?: (isFirst: boolean) => void
  onNotification?: (notification: pg.Notification) => void
  /** Whether a lost connection is replaced immediately; by default the next `open` replaces it. */
  isNeeded?: () => boolean
}

/** A dedicated connection, outside the pool, that is replaced when it is lost. */
export type LastingConnection = {
  /** The open connection, opening it where there is none. Rejects when the database can't be reached. */
  open: () => Promise<pg.Client>
  /** Closes it; it is not opened again. */
  close: () => Promise<void>
}

const RETRY = { firstMs: 250, mostMs: 5_000 }

async function end(client: pg.Client): Promise<void> {
  await client.end().catch((error) => log.debug('a lost database connection could not be closed', { error }))
}

/**
 * Keeps one connection for what a pooled connection must not be held for: listening and locks. Nothing is opened before
 * `open` is called.
 */
export function lastingConnection(options: Options): LastingConnection {
  const { databaseUrl, purpose, prepare, onOpen, onNotification, isNeeded = () => false } = options
  let opening: Promise<pg.Client> | null = null
  let current: pg.Client | null = null
  let isFirst = true
  let isClosed = false
  let isReplacing = false

  const connect = async (): Promise<pg.Client> => {
    const client = await openSession(databaseUrl, purpose, (error, failed) => lost(failed, error))
    const gone = new AbortController()
    client.on('end', () => {
      gone.abort()
      lost(client, new Error('the connection has ended'))
    })
    if (onNotification) client.on('notification', onNotification)
    try {
      await prepare?.(client)
      if (isClosed) throw new Error('the service is stopping')
    } catch (error) {
      await end(client)
      throw error
    }
    current = client
    keepAlive(client, gone.signal).catch((error) => lost(client, error))
    onOpen?.(isFirst)
    isFirst = false
    return client
  }

  const open = (): Promise<pg.Client> => {
    opening ??= connect().catch((error) => {
      opening = null
      void replace()
      throw error
    })
    return opening
  }

  const replace = async (): Promise<void> => {
    if (isReplacing) return
    isReplacing = true
    for (let attempts = 0; !isClosed && current === null && isNeeded(); attempts++) {
      await delay(waitBeforeRetryMs(attempts, RETRY), undefined, { ref: false })
      await open().catch((error) =>
        logFailure('warn', `no database connection for ${purpose}; trying again`, { error }),
      )
    }
    isReplacing = false
  }

  const lost = (client: pg.Client, error: Error): void => {
    if (client !== current || isClosed) return
    logFailure('warn', `the database connection for ${purpose} was lost`, { error })
    current = null
    opening = null
    void end(client)
    void replace()
  }

  return {
    open,
    close: async () => {
      isClosed = true
      await opening?.then(end, () => undefined)
    },
  }
}
