import { Problem } from '@/lib/platform/problem'
import { parseRefusal } from './parse-refusal'
import type { IdleDeadline } from './start-idle-deadline'
import { withoutSecrets } from './without-secrets'

/** Some ten hours of words are 15 MB. */
const MOST_BODY_BYTES = 64 * 1024 * 1024

type Ask = {
  /** Sends the request as the SDK makes it. */
  send: (init: RequestInit) => Promise<Response>
  init: RequestInit | undefined
  deadline: IdleDeadline
  /** The caller's own. */
  signal: AbortSignal
  secrets: readonly string[]
}

async function readText(response: Response, deadline: IdleDeadline): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    deadline.movedOn()
    bytes += chunk.length
    if (bytes > MOST_BODY_BYTES) throw new Error(`the answer is over ${MOST_BODY_BYTES} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function unreachable(error: unknown, { deadline, secrets }: Ask): Problem {
  return new Problem('transcriber_failed', {
    detail: deadline.signal.aborted
      ? 'AssemblyAI did not answer in time. Nothing was charged; try again.'
      : 'AssemblyAI can not be reached. Nothing was charged; try again, or have its operator check ASSEMBLYAI_BASE_URL.',
    context: { retryable: true },
    cause: withoutSecrets(error, secrets),
  })
}

/**
 * Asks AssemblyAI: no longer than patience lasts, without following redirects, and reading no more than it may say. Gives
 * the whole answer. Throws a refusal as the Problem it is, without any secret, and the signal's reason when aborted.
 */
export async function callAssemblyai(ask: Ask): Promise<Response> {
  const { send, init, deadline, signal, secrets } = ask
  let response: Response
  let text: string
  try {
    // A redirect would take the recording, or the key, elsewhere.
    response = await send({ ...init, redirect: 'error', signal: deadline.signal })
    deadline.movedOn()
    text = await readText(response, deadline)
  } catch (error) {
    if (signal.aborted) throw signal.reason
    throw unreachable(error, ask)
  }
  if (response.ok) return new Response(text, { status: 200, headers: { 'content-type': 'application/json' } })
  const cause = withoutSecrets(new Error(`AssemblyAI answered ${response.status}: ${text}`), secrets)
  const retryAfter = response.headers.get('retry-after')
  throw parseRefusal({ status: response.status, says: text, retryAfter, cause }) ?? cause
}
