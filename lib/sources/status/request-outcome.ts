import { isServiceStopping } from '@/lib/core/concurrency/stopping'
import { Problem } from '@/lib/core/problem/problem'
import { EXTRACTOR_FAULTS } from '../extractors/extractor-failures'

export const ANSWERED = 'ok'

/** Outcomes that say nothing about the platform: this service was stopping, or had no room. */
const UNCOUNTED: ReadonlySet<string> = new Set([
  'cancelled',
  'internal_error',
  'rate_limited',
  'service_unavailable',
  'storage_unavailable',
  'too_many_jobs',
])

/**
 * The state of the platform by an outcome: `failed` it did not answer, `refused` it answered that the recording can't be had
 * (private, not found, no captions in this language), `answered` it answered with what was asked for.
 */
export function judgeOutcome(outcome: string): 'answered' | 'refused' | 'failed' {
  if (outcome === ANSWERED) return 'answered'
  return EXTRACTOR_FAULTS.has(outcome) ? 'failed' : 'refused'
}

/** The outcome of a request that threw; null: it is not counted, because it says nothing about the platform. */
export function outcomeOfError(error: unknown): string | null {
  if (isServiceStopping(error)) return null
  if (error instanceof Problem) return UNCOUNTED.has(error.code) ? null : error.code
  // The nine seconds of the request are over: for its caller the platform has not answered.
  return error instanceof Error && error.name === 'TimeoutError' ? 'upstream_timeout' : null
}
