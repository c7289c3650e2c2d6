import { Webhook } from 'standardwebhooks'
import type * as rows from '@/lib/core/generated/prisma/client'
import { retryAfterSeconds } from '@/lib/core/http/retry-after'
import { log } from '@/lib/core/log'
import { Problem } from '@/lib/core/problem/problem'
import type { ProblemCode } from '@/lib/core/problem/problem-table'
import { postOnce } from '@/lib/net/post-once'
import { endpointDispatcher, endpointUrl } from './endpoint-dispatcher'
import { openSecret } from './endpoints'

const TIMEOUT_MS = 15_000
const MAX_ANSWER_BYTES = 1024

/** How an attempt went. `status` null: there was no answer, and `error` says why. */
export type Outcome = {
  status: number | null
  answer: string | null
  error: string | null
  retryAfterSeconds: number | null
}

const FAILURES: Partial<Record<ProblemCode, string>> = {
  blocked_url: 'This address is not a public one, so nothing was sent.',
  invalid_url: 'This is no address that can be opened.',
  source_not_found: 'There is no server of that name.',
  upstream_timeout: 'The server could not be reached, or did not answer within 15 seconds.',
  upstream_changed: 'The connection failed: the certificate is not valid, or the answer is no HTTP.',
}

function failure(error: unknown): Outcome {
  const known = error instanceof Problem ? FAILURES[error.code] : undefined
  if (known === undefined) log.error('a webhook message could not be sent', { error })
  return { status: null, answer: null, error: known ?? 'Something broke on our side.', retryAfterSeconds: null }
}

/** Text that the database can hold, of bytes that may be anything. */
function readable(answer: Buffer): string {
  return answer.toString('utf8').replaceAll('\u0000', '\uFFFD')
}

/** Sends a message to its endpoint once, signed. Redirects are not followed. Never throws: the outcome says it all. */
export async function sendMessage(endpoint: rows.WebhookEndpoint, message: rows.WebhookDelivery): Promise<Outcome> {
  try {
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Verbatim-Webhooks/1.0',
      ...signMessage(endpoint, message, new Date()),
    }
    // Judged again: the server may be open to others by now, which it was not when the endpoint was added.
    const url = endpointUrl(endpoint.url)
    const answer = await postOnce(url, {
      dispatcher: endpointDispatcher(url),
      headers,
      body: message.payload,
      timeoutMs: TIMEOUT_MS,
      maxAnswerBytes: MAX_ANSWER_BYTES,
    })
    return {
      status: answer.status,
      answer: readable(answer.answer),
      error: null,
      retryAfterSeconds: retryAfterSeconds(answer.headers.get('retry-after')),
    }
  } catch (error) {
    return failure(error)
  }
}

/**
 * The headers of a message (Standard Webhooks 1.0): its id, the time of this attempt, and a signature by each secret that
 * holds now.
 */
function signMessage(
  endpoint: rows.WebhookEndpoint,
  { id, payload }: Pick<rows.WebhookDelivery, 'id' | 'payload'>,
  now: Date,
): Record<string, string> {
  const { oldSecret, oldSecretUntil } = endpoint
  const stillHolds = oldSecret !== null && oldSecretUntil !== null && oldSecretUntil > now
  const secrets = [endpoint.secret, ...(stillHolds ? [oldSecret] : [])]
  const signatures = secrets.map((sealed) => new Webhook(openSecret(endpoint.id, sealed)).sign(id, now, payload))
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  }
}
