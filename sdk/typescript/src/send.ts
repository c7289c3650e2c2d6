import { errorOf, unreachable, VerbatimError } from './error.js'
import { pause } from './pause.js'

export type RetryOptions = {
  /** How often a request is repeated that may succeed later. Default: 3. */
  maxRetries: number
  /** If the server asks for a longer wait, the error is thrown immediately. Default: 30. */
  maxRetrySeconds: number
  fetch: typeof fetch
}

export type Sending = {
  method: string
  headers: Record<string, string>
  body?: string | Blob
  signal?: AbortSignal
  /** Whether the request does the same when it arrives twice. */
  isRepeatable: boolean
}

const FIRST_PAUSE_SECONDS = 0.5
const LONGEST_PAUSE_SECONDS = 8

/** How long to wait before the next attempt; null: there is none. */
function secondsBeforeRetry(
  error: VerbatimError,
  attempt: number,
  isRepeatable: boolean,
  options: RetryOptions,
): number | null {
  if (attempt >= options.maxRetries || !(error.retryable || error.status === 429)) return null
  // Only a 429 has certainly done nothing. A 503 may come after the work, if its outcome could not be read.
  if (!isRepeatable && error.status !== 429) return null
  const usual = Math.min(LONGEST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** attempt) * (0.75 + Math.random() / 2)
  const seconds = error.retryAfter ?? usual
  return seconds <= options.maxRetrySeconds ? seconds : null
}

/** Reads the result of a successful response. The connection may break meanwhile. */
type Read<T> = (response: Response) => Promise<T>

async function attemptOnce<T>(
  url: string,
  sending: Sending,
  read: Read<T>,
  fetchOnce: typeof fetch,
): Promise<{ value: T } | { error: VerbatimError }> {
  const { method, headers, body, signal } = sending
  try {
    const response = await fetchOnce(url, {
      method,
      headers,
      // A redirect would drop the body or the key of some requests, and its target is unchecked.
      redirect: 'manual',
      ...(body === undefined ? {} : { body }),
      ...(signal && { signal }),
    })
    return response.ok ? { value: await read(response) } : { error: await errorOf(response) }
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof VerbatimError) return { error }
    if (isUnreadable(error)) throw error
    return { error: unreachable(error) }
  }
}

/** Whether the file that is sent can't be read any more: it was changed or deleted. */
function isUnreadable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error.name === 'NotReadableError' || isUnreadable(error.cause)
}

/** Whether a failed attempt may have deleted what a later one does not find, though its response did not arrive. */
const isGone = ({ method }: Sending, error: VerbatimError, mayBeDone: boolean) =>
  method === 'DELETE' && error.status === 404 && mayBeDone

/**
 * Sends a request, and again as long as it may succeed later: after what `Retry-After` says, or after a growing pause.
 * Throws `VerbatimError`, and the signal's reason.
 */
export async function send<T>(url: string, sending: Sending, read: Read<T>, options: RetryOptions): Promise<T> {
  let mayBeDone = false
  for (let attempt = 0; ; attempt++) {
    const result = await attemptOnce(url, sending, read, options.fetch)
    if ('value' in result) return result.value
    if (isGone(sending, result.error, mayBeDone)) return read(new Response(null, { status: 204 }))
    mayBeDone ||= result.error.status !== 429
    const seconds = secondsBeforeRetry(result.error, attempt, sending.isRepeatable, options)
    if (seconds === null) throw result.error
    await pause(seconds, sending.signal)
  }
}
