import { startDeadline } from '@/lib/platform/concurrency/start-deadline'
import { Problem } from '@/lib/platform/problem/problem'

/** The whole response of a server. */
export type Answer = { status: number; contentType: string; retryAfter: string | null; body: string }

const TIMEOUT_MS = 5 * 60_000
const BODY_LIMIT_BYTES = 8 * 1024 * 1024
const QUOTED_CHARACTERS = 500

async function readBody(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > BODY_LIMIT_BYTES) throw new Error(`the answer is over ${BODY_LIMIT_BYTES} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/**
 * Sends a form to the transcription operation of an OpenAI-compatible server. The address is the operator's own setting, so it is
 * called directly. Throws `transcriber_failed` when the server can't be reached or is late, and the signal's reason.
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
      // A redirect would turn the POST into a GET, or take the recording elsewhere.
      redirect: 'error',
      signal: deadline.signal,
    })
    return {
      status: response.status,
      contentType: response.headers.get('content-type') ?? '',
      retryAfter: response.headers.get('retry-after'),
      body: await readBody(response),
    }
  } catch (error) {
    if (signal.aborted) throw signal.reason
    throw new Problem('transcriber_failed', {
      detail: deadline.isLate()
        ? 'The speech server did not answer in time. Nothing was charged; try again.'
        : "The speech server can't be reached. Nothing was charged. Try again, or ask the operator to check SPEECH_API_URL.",
      context: { retryable: true },
      cause: error,
    })
  } finally {
    deadline.stop()
  }
}

/** A quote of the response, short and without the key, should the server echo it. */
export function quoteAnswer({ status, body }: Answer, apiKey: string | undefined): Error {
  const said = apiKey ? body.replaceAll(apiKey, '***') : body
  return new Error(`the speech server answered ${status}: ${said.slice(0, QUOTED_CHARACTERS)}`)
}
