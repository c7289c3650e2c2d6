import type { Problem } from '@/lib/core/problem/problem'
import { type ProblemCode, problemRow } from '@/lib/core/problem/problem-table'

const MINUTE = 60

/**
 * Seconds to wait before the second attempt, the third …, by error code; after the last wait the next failure is final.
 * A code that is not listed is final immediately: a private, damaged or missing recording stays so.
 */
const WAITS: Partial<Record<ProblemCode, readonly number[]>> = {
  internal_error: [2, 15, MINUTE],
  service_unavailable: [2, 15, MINUTE, 5 * MINUTE],
  storage_unavailable: [30, 2 * MINUTE, 5 * MINUTE],
  rate_limited: [30, 2 * MINUTE],
  upstream_timeout: [5, 30, 2 * MINUTE],
  upstream_failed: [5, 30, 2 * MINUTE],
  upstream_changed: [30],
  upstream_blocked: [MINUTE, 5 * MINUTE],
  transcriber_failed: [2, 15, MINUTE],
  transcriber_unavailable: [10, MINUTE, 2 * MINUTE, 5 * MINUTE],
}

/** A longer Retry-After than this is passed on to the client instead. */
const LONGEST_WAIT = 15 * MINUTE

/** The longest row of the table: the most retries of a step. */
export const MAX_RETRIES = 4

/** The Retry-After of the other side, where it sent one; a code's own number is meant for people. */
function askedFor({ code, retryAfterSeconds }: Problem): number {
  return retryAfterSeconds !== null && retryAfterSeconds !== problemRow(code).retryAfterSeconds ? retryAfterSeconds : 0
}

/**
 * Seconds until something that failed is retried, after so many earlier failures; null: never. A problem that is not
 * retryable (`context.retryable` false) is final, and so is one whose Retry-After is more than a quarter of an hour.
 */
export function retryDelaySeconds(problem: Problem, failuresBefore: number): number | null {
  const wait = WAITS[problem.code]?.[failuresBefore]
  if (wait === undefined || problem.context.retryable === false) return null
  const seconds = Math.max(wait, askedFor(problem))
  return seconds > LONGEST_WAIT ? null : seconds
}
