import { singleton } from '../concurrency/singleton'
import { log } from '../log'

/**
 * Error codes of Prisma, PostgreSQL (class 08, 53, 57P, and its limits of time) and sockets that mean: not reachable, or too busy, right now.
 */
const CODES =
  /^(?:P1001|P1002|P1008|P1017|P2024|P2028|P2034|08\w{3}|25P03|53\w{3}|55P03|57014|57P\d\d|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/
/** Messages of `pg` and Prisma for the same, without a code. */
const WORDS =
  /timeout exceeded when trying to connect|Connection terminated|connection error and is not queryable|Can't reach database server|Code: `(?:08\w{3}|25P03|53\w{3}|55P03|57014|57P\d\d)`/

/** Whether an error says that the database can't be reached or is too busy, so that trying again may help. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  return (typeof code === 'string' && CODES.test(code)) || WORDS.test(error.message)
}

/** A failure so long after the last one belongs to another outage. */
const QUIET_MS = 60_000

type Outage = { beganAtMs: number; failedAtMs: number; failures: number }

type Failure = { error: unknown; [field: string]: unknown }

const state = () => singleton<{ outage: Outage | null }>('database-outage', () => ({ outage: null }))

/**
 * Logs what failed. While the database can't be reached, or is too busy, its loss and its return are a line each, and whatever fails
 * because of it is logged at level debug.
 */
export function logFailure(level: 'warn' | 'error', message: string, fields: Failure): void {
  if (!isDatabaseUnavailable(fields.error)) {
    log[level](message, fields)
    return
  }
  const nowMs = performance.now()
  const { outage } = state()
  if (outage && nowMs - outage.failedAtMs < QUIET_MS) {
    outage.failedAtMs = nowMs
    outage.failures++
  } else {
    state().outage = { beganAtMs: nowMs, failedAtMs: nowMs, failures: 1 }
    log.warn('the database fails; until it is back, what fails because of it is logged at level debug', {
      error: fields.error,
    })
  }
  log.debug(message, fields)
}

/** Ends an outage: a new connection was opened. */
export function noteConnection(): void {
  const { outage } = state()
  if (!outage) return
  state().outage = null
  const seconds = Math.round((performance.now() - outage.beganAtMs) / 100) / 10
  log.info('the database is back', { seconds, failures: outage.failures })
}
