import type { Problem } from '@/lib/platform/problem'
import { type ProblemCode, problemRow } from '@/lib/platform/problem-table'

const MINUTE = 60

/**
 * How many seconds to wait before the second try at something, the third …, by what went wrong; after the last wait the
 * next failure is final. What is not listed is final at once: a recording that is private, damaged or not there stays so.
 */
const WAITS: Partial<Record<ProblemCode, readonly number[]>> = {
  internal_error: [2, 15, MINUTE],
  service_unavailable: [2, 15, MINUTE, 5 * MINUTE],
  storage_unavailable: [30, 2 * MINUTE, 5 * MINUTE],
  rate_limited: [30, 2 * MINUTE],
  upstream_timeout: [5, 30, 2 * MINUTE],
  upstream_changed: [30],
  upstream_blocked: [MINUTE, 5 * MINUTE],
  transcriber_failed: [2, 15, MINUTE],
  transcriber_unavailable: [10, MINUTE, 2 * MINUTE, 5 * MINUTE],
}

/** Who is told to come back later than this is told to come back by whoever asked. */
const LONGEST_WAIT = 15 * MINUTE

/** No row of the table is longer, so that no step is begun more often than this after its first try. */
export const MOST_RETRIES = 4

/** What the other side asked for, where it did; a code's own number is for people. */
function askedFor({ code, retryAfterSeconds }: Problem): number {
  return retryAfterSeconds !== null && retryAfterSeconds !== problemRow(code).retryAfterSeconds ? retryAfterSeconds : 0
}

/**
 * In how many seconds something that failed is to be tried again, after so many failures before this one; null: never. A
 * problem that says of itself that trying again is no use (`context.retryable` false) is final, and so is one whose other
 * side asks for more than a quarter of an hour.
 */
export function retryDelaySeconds(problem: Problem, failuresBefore: number): number | null {
  const wait = WAITS[problem.code]?.[failuresBefore]
  if (wait === undefined || problem.context.retryable === false) return null
  const seconds = Math.max(wait, askedFor(problem))
  return seconds > LONGEST_WAIT ? null : seconds
}
