import { singleton } from '../concurrency/singleton'
import { log } from '../log'
import { isDatabaseUnavailable } from './database-unavailable'

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
