import { retryAfterSeconds } from '@/lib/core/http/retry-after'

/** How long a command may wait: until a moment (ms since 1970), or with null for a few short waits. */
export type RetryLimit = { untilMs: number | null }

/** The attempts without --timeout, and the longest wait before each. */
const UNASKED_ATTEMPTS = 3
const UNASKED_SECONDS = 30

/** How many seconds to wait before a refused call is made again; null when it is not to be. */
export function retryDelaySeconds(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  attempt: number,
  { untilMs }: RetryLimit,
): number | null {
  if (status !== 429 && status !== 503) return null
  const seconds = retryAfterSeconds(headers.get('retry-after'))
  if (seconds === null) return null
  if (untilMs !== null) return Date.now() + seconds * 1000 < untilMs ? seconds : null
  return attempt < UNASKED_ATTEMPTS && seconds <= UNASKED_SECONDS ? seconds : null
}
