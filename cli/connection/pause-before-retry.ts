/** How long a command may wait: until a moment (ms since 1970), or for a little while where nobody has said. */
export type Patience = { untilMs: number | null }

/** Without --timeout: so often, and not longer than this each time. */
const UNASKED_ATTEMPTS = 3
const UNASKED_SECONDS = 30

/** Retry-After in seconds, as a number or as a date (RFC 9110 §10.2.3); null where it is absent or makes no sense. */
function retryAfterSeconds(value: string | null, nowMs: number): number | null {
  if (value === null) return null
  if (/^\d{1,9}$/.test(value.trim())) return Number(value)
  const date = Date.parse(value)
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - nowMs) / 1000))
}

/** How many seconds to wait before a refused call is made again; null when it is not to be. */
export function pauseBeforeRetry(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  attempt: number,
  { untilMs }: Patience,
  nowMs = Date.now(),
): number | null {
  if (status !== 429 && status !== 503) return null
  const asked = retryAfterSeconds(headers.get('retry-after'), nowMs)
  if (asked === null) return null
  const seconds = Math.max(1, asked)
  if (untilMs !== null) return nowMs + seconds * 1000 < untilMs ? seconds : null
  return attempt < UNASKED_ATTEMPTS && seconds <= UNASKED_SECONDS ? seconds : null
}
