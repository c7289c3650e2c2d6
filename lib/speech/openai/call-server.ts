import { startDeadline } from '@/lib/core/concurrency/start-deadline'
import { Problem } from '@/lib/core/problem/problem'
import { readAnswerText, withoutSecrets } from '../server-reason'

/** The whole response of a server. */
export type Answer = { status: number; contentType: string; retryAfter: string | null; body: string }

const TIMEOUT_MS = 5 * 60_000
const BODY_LIMIT_BYTES = 8 * 1024 * 1024
const QUOTED_CHARACTERS = 500

/** Codes of a connection that was made and broke. */
const BROKEN = /^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_HEADERS_TIMEOUT|UND_ERR_BODY_TIMEOUT)$/

/** Whether fetch made no connection: its message for that is the same for all causes. */
function hasNoConnection(error: unknown): boolean {
  if (!(error instanceof TypeError) || error.message !== 'fetch failed') return false
  const code: unknown = error.cause instanceof Error ? Reflect.get(error.cause, 'code') : undefined
  return !BROKEN.test(String(code))
}

/** Without a connection the server is away; a connection that breaks may be the fault of this chunk. */
function unanswered(error: unknown, isLate: boolean): Problem {
  const options = { context: { retryable: true }, cause: error }
  if (isLate) {
    const detail = 'The speech server did not answer in time. Nothing was charged; try again.'
    return new Problem('transcriber_failed', { ...options, detail })
  }
  if (hasNoConnection(error)) {
    const detail =
      "The speech server can't be reached. Nothing was charged. Try again, or ask the operator to check SPEECH_API_URL."
    return new Problem('transcriber_unavailable', { ...options, detail })
  }
  const detail = 'The connection to the speech server broke. Nothing was charged. Try again.'
  return new Problem('transcriber_failed', { ...options, detail })
}

/**
 * Sends a form to the transcription operation of an OpenAI-compatible server. The address is the operator's own setting, so it is
 * called directly. Throws `transcriber_unavailable` when no connection can be made, `transcriber_failed` when it breaks or the answer is late, and
 * the signal's reason.
 */
export async function postForm(
  url: URL,
  apiKey: string | undefined,
  form: FormData,
  signal: AbortSignal,
): Promise<Answer> {
  const deadline = startDeadline({ signals: [signal], timeoutMs: TIMEOUT_MS })
  try {
    const response = await fetch(url, {
      method: 'POST',
      body: form,
      headers: apiKey ? { authorization: `Bearer ${apiKey}` } : {},
      // A redirect would turn the POST into a GET, or take the recording elsewhere: it is an answer like others.
      redirect: 'manual',
      signal: deadline.signal,
    })
    return {
      status: response.status,
      contentType: response.headers.get('content-type') ?? '',
      retryAfter: response.headers.get('retry-after'),
      body: await readAnswerText(response, BODY_LIMIT_BYTES),
    }
  } catch (error) {
    if (signal.aborted) throw signal.reason
    throw unanswered(error, deadline.isLate())
  } finally {
    deadline.stop()
  }
}

/** A quote of the response, short and without the secrets, should the server echo them: the key, and words of the caller. */
export function quoteAnswer({ status, body }: Answer, secrets: readonly (string | undefined)[]): Error {
  return new Error(`the speech server answered ${status}: ${withoutSecrets(body, secrets).slice(0, QUOTED_CHARACTERS)}`)
}
