import { errorOf, unreachable, VerbatimError } from './error.js'
import { pause } from './pause.js'

export type RetryOptions = {
  /** How often a request is repeated that may succeed later. Default: 3. */
  maxRetries: number
  /** A longer wait than this is not accepted: the error is thrown at once. Default: 30. */
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
  // A refusal for being busy has done nothing; of everything else it is not known.
  const isRefusal = error.status === 429 || (error.status === 503 && error.retryAfter !== null)
  if (!isRepeatable && !isRefusal) return null
  const usual = Math.min(LONGEST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** attempt) * (0.75 + Math.random() / 2)
  const seconds = error.retryAfter ?? usual
  return seconds <= options.maxRetrySeconds ? seconds : null
}

async function attemptOnce(url: string, sending: Sending, send: typeof fetch): Promise<Response | VerbatimError> {
  const { method, headers, body, signal } = sending
  try {
    const response = await send(url, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      ...(signal && { signal }),
    })
    return response.ok ? response : await errorOf(response)
  } catch (error) {
    signal?.throwIfAborted()
    return unreachable(error)
  }
}

/**
 * Sends a request, and again as long as it may succeed later: after what `Retry-After` says, or after a growing pause.
 * Throws `VerbatimError`, and the signal's reason.
 */
export async function send(url: string, sending: Sending, options: RetryOptions): Promise<Response> {
  for (let attempt = 0; ; attempt++) {
    const result = await attemptOnce(url, sending, options.fetch)
    if (!(result instanceof VerbatimError)) return result
    const seconds = secondsBeforeRetry(result, attempt, sending.isRepeatable, options)
    if (seconds === null) throw result
    await pause(seconds, sending.signal)
  }
}
