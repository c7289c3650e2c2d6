import type pg from 'pg'
import { raceDeadline, withDeadline } from '@/lib/core/concurrency/start-deadline'
import { EVENT_CHANNEL } from '@/lib/core/db/events'
import { subscribe } from '@/lib/core/db/notifications'
import { log } from '@/lib/core/log'
import { backoffMs } from '../functions/backoff'
import type { InngestServer } from '../inngest-settings'
import { makeLoop } from '../make-loop'
import { endTrouble, reportTrouble } from '../sdk/server-troubles'
import { purgeExpiredRuns } from '../tables/purge-expired-runs'
import type { Registering } from './register-functions'
import { type Refusals, relayEvents } from './relay-events'
import { sendEvents } from './send-events'

export type RelayOptions = {
  pool: pg.Pool
  server: Pick<InngestServer, 'baseUrl' | 'eventKey'>
  /** Registers the functions with the server, which drops the events of unknown functions. */
  register: () => Promise<Registering>
  /** How long the server may take to answer. A connection of the pool is held meanwhile. */
  timeoutMs?: number
  /** How often to check without a notification. */
  pollMs?: number
  /** After how long the functions are registered again, which the server may have lost. */
  registerAgainMs?: number
  /** The waits after the first failure, the second …; the last repeats. */
  backoffMs?: readonly number[]
  /** How long sent events are kept. */
  keepDays?: number
}

export type Relay = {
  /** Sends nothing more; a request under way may end within so long. */
  stop: (limitMs?: number) => Promise<void>
  /** Checks for events now, unless it waits for an unreachable server. */
  kick: () => void
  stats: () => { sent: number; failures: number }
}

const SECOND_MS = 1000
const RELAY_BACKOFF_MS = [1, 2, 5, 10, 30, 60].map((seconds) => seconds * SECOND_MS)
const HOUR_MS = 3_600_000

const REGISTER_AGAIN_MS = 120_000

const EVENT_KEY_REFUSED =
  'The Inngest server refuses INNGEST_EVENT_KEY, so that events wait. Give the server and this service the same event key.'

/** Waits ever longer while the server cannot be reached. */
function backoffDelay(table: readonly number[], onOver: () => void) {
  let failures = 0
  let pause: NodeJS.Timeout | undefined
  return {
    isWaiting: () => pause !== undefined,
    failures: () => failures,
    succeed: () => {
      if (failures > 0) log.info('the Inngest server accepts events again', { failures })
      failures = 0
    },
    fail: (retryAfterMs: number | null) => {
      const waitMs = Math.max(backoffMs(table, failures), Math.min(retryAfterMs ?? 0, HOUR_MS))
      failures += 1
      pause = setTimeout(() => {
        pause = undefined
        onOver()
      }, waitMs)
      return waitMs
    },
    end: () => clearTimeout(pause),
  }
}

const KEY_REFUSED =
  'The Inngest server refuses INNGEST_SIGNING_KEY, so that no durable function runs and events wait. Give the server and this service the same signing key.'
const NOT_REGISTERED =
  'The durable functions could not be registered with the Inngest server, so events wait. It is tried again; check that the server runs and that INNGEST_BASE_URL is its address.'
const REGISTERED = 'The Inngest server knows the durable functions again.'

type Registration = {
  /** Registers the functions, if that is due. Returns null when the server has them; else why it has not. */
  ensure: () => Promise<string | null>
  /** The server may have lost them: it was unreachable. */
  clear: () => void
}

/** Registers the functions with the Inngest server, and again after some time: the server may have lost them. */
function keepRegistered(register: () => Promise<Registering>, againMs: number): Registration {
  let dueAtMs = 0
  const attempt = () =>
    register().catch((error: unknown): Registering => {
      return { kind: 'unavailable', reason: error instanceof Error ? error.message : String(error) }
    })
  return {
    ensure: async () => {
      if (performance.now() < dueAtMs) return null
      const outcome = await attempt()
      if (outcome.kind !== 'registered') {
        const { kind, reason } = outcome
        reportTrouble('registration', kind === 'keyRefused' ? KEY_REFUSED : NOT_REGISTERED, { reason })
        return reason
      }
      dueAtMs = performance.now() + againMs
      endTrouble('registration', REGISTERED)
      return null
    },
    clear: () => {
      dueAtMs = 0
    },
  }
}

/**
 * Sends the events of table `event`, which were written in the transactions in which they happened, to an Inngest
 * server, once that knows the functions. Any number of processes may do so over one database. Throws when the database
 * can't be reached to begin with.
 */
export async function startRelay(options: RelayOptions): Promise<Relay> {
  const { pool, server, timeoutMs = 15_000, pollMs = 2_000, keepDays = 7 } = options
  const abandon = new AbortController()
  const refusals: Refusals = new Map()
  let sent = 0
  const register = () => raceDeadline({ signals: [abandon.signal], timeoutMs }, options.register())
  const functions = keepRegistered(register, options.registerAgainMs ?? REGISTER_AGAIN_MS)
  const send = (events: Parameters<typeof sendEvents>[1]) =>
    withDeadline({ signals: [abandon.signal], timeoutMs }, (signal) => sendEvents(server, events, signal))

  const waitFor = (reason: string, retryAfterMs: number | null) => {
    const againMs = wait.fail(retryAfterMs)
    log.warn('the Inngest server accepts no events; they are kept and sent later', {
      reason,
      failures: wait.failures(),
      againMs,
    })
  }
  const loop = makeLoop('sending events', async (isStopped) => {
    while (!isStopped() && !wait.isWaiting()) {
      const unregistered = await functions.ensure()
      if (unregistered !== null) return waitFor(unregistered, null)
      const relayed = await relayEvents(pool, send, refusals)
      if (relayed.kind === 'unavailable') {
        functions.clear()
        if (relayed.keyRefused) reportTrouble('events', EVENT_KEY_REFUSED)
        return waitFor(relayed.reason, relayed.retryAfterMs)
      }
      wait.succeed()
      if (relayed.kind === 'empty') return
      sent += relayed.events
      endTrouble('events', 'The Inngest server takes INNGEST_EVENT_KEY again.')
    }
  })
  const wait = backoffDelay(options.backoffMs ?? RELAY_BACKOFF_MS, loop.kick)
  const purge = makeLoop('purging what has expired', async () => {
    await purgeExpiredRuns(pool, keepDays)
  })
  const unsubscribe = await subscribe(EVENT_CHANNEL, loop.kick)
  const timers = [setInterval(loop.kick, pollMs), setInterval(purge.kick, HOUR_MS)]
  loop.kick()

  return {
    kick: loop.kick,
    stats: () => ({ sent, failures: wait.failures() }),
    stop: async (limitMs = 10_000) => {
      for (const timer of timers) clearTimeout(timer)
      unsubscribe()
      const limit = setTimeout(() => abandon.abort(new Error('the relay was stopped')), limitMs)
      await Promise.all([loop.stop(), purge.stop()])
      clearTimeout(limit)
      wait.end()
    },
  }
}
