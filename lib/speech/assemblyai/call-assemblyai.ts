import { Problem } from '@/lib/core/problem/problem'
import { serverReason } from '../server-reason'
import { parseRefusal } from './parse-refusal'
import type { IdleDeadline } from './start-idle-deadline'
import { withoutSecrets } from './without-secrets'

/** Some ten hours of words are 15 MB. */
const MAX_BODY_BYTES = 64 * 1024 * 1024

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
    if (bytes > MAX_BODY_BYTES) throw new Error(`the answer is over ${MAX_BODY_BYTES} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function unreachable(error: unknown, { deadline, secrets }: Ask): Problem {
  return new Problem('transcriber_failed', {
    detail: deadline.signal.aborted
      ? 'AssemblyAI did not answer in time. Nothing was charged; try again.'
      : "AssemblyAI can't be reached. Nothing was charged. Try again, or ask the operator to check ASSEMBLYAI_BASE_URL.",
    context: { retryable: true },
    cause: withoutSecrets(error, secrets),
  })
}

/**
 * Calls AssemblyAI within a time limit, without redirects, and with a bounded response. Returns
 * the whole response. Throws a refusal as a Problem without any secret, and the signal's reason when aborted.
 */
export async function callAssemblyai(ask: Ask): Promise<Response> {
  const { send, init, deadline, signal, secrets } = ask
  let response: Response
  let text: string
  try {
    // A redirect would send the recording, or the key, elsewhere.
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
  throw (
    parseRefusal({ status: response.status, says: text, reason: serverReason(text, secrets), retryAfter, cause }) ??
    cause
  )
}
