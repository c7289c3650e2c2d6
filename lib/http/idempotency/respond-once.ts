import { log } from '@/lib/core/log'
import type { Reply } from '@/lib/core/operations/route'
import { Problem } from '@/lib/core/problem/problem'
import { problemRow } from '@/lib/core/problem/problem-table'
import type { RequestContext } from '@/lib/http/request-context'
import { toErrorReply } from '@/lib/http/to-error-reply'
import { RequestInvalid } from '@/lib/http/validation/validation-detail'
import { claimKey, type IdempotentCall, releaseKey, type StoredResponse, storeResponse } from './idempotency-table'

type Answer = Reply | Response

/** A larger answer is not kept: the call is made again, and what it gave before is stored with the service anyway. */
const MAX_KEPT_CHARACTERS = 1024 * 1024

/** Refusals for now: the same call may succeed later. */
const NOT_FOR_GOOD = new Set([402, 409, 429])

const KEPT_HEADERS = ['content-type', 'location', 'retry-after']

function isWorthKeeping({ status, body }: StoredResponse): boolean {
  if (status >= 500 || NOT_FOR_GOOD.has(status)) return false
  return JSON.stringify(body ?? null).length <= MAX_KEPT_CHARACTERS
}

function kept(headers: Headers): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => KEPT_HEADERS.includes(name)))
}

/** A document that is no JSON is kept as its text. */
async function toKept(answer: Answer): Promise<StoredResponse> {
  if (!(answer instanceof Response)) {
    const { status, body, headers } = answer
    return { status, body: body ?? null, headers: kept(new Headers(headers)) }
  }
  return { status: answer.status, body: await answer.clone().text(), headers: kept(answer.headers) }
}

function replay({ status, body, headers }: StoredResponse): Answer {
  const again = { ...headers, 'idempotent-replayed': 'true' }
  const type = headers['content-type']
  const isDocument = typeof body === 'string' && type !== undefined && !type.includes('json')
  return isDocument ? new Response(body, { status, headers: again }) : { status, body, headers: again }
}

function reused(key: string): RequestInvalid {
  const msg = problemRow('idempotency_key_reused').detail
  return new RequestInvalid([{ type: 'idempotency_key_reused', loc: ['header', 'idempotency-key'], msg, input: key }])
}

/** A text that is too large to be in memory is too large to be kept. */
function isStreamed(answer: Answer): boolean {
  return !(answer instanceof Response) && answer.stream !== undefined
}

/** The work is done: that its answer can't be kept is no reason to refuse it. */
async function finish(call: IdempotentCall, claimedAt: Date, answer: Answer): Promise<void> {
  try {
    const toKeep = isStreamed(answer) ? null : await toKept(answer)
    if (toKeep && isWorthKeeping(toKeep)) await storeResponse(call, claimedAt, toKeep)
    else await releaseKey(call, claimedAt)
  } catch (error) {
    log.warn('the response to a request with an Idempotency-Key could not be stored', { error })
  }
}

/**
 * Makes a call with an Idempotency-Key at most once a day (draft-ietf-httpapi-idempotency-key-header): a repeated
 * request gets the first response, marked `Idempotent-Replayed`. Final refusals are stored like successes; "not now"
 * (402, 409, 429, 5xx) releases the key. Throws `idempotency_key_in_use` while the first call runs, and a 422 for a key
 * that came with another request before.
 */
export async function respondOnce(
  call: IdempotentCall,
  context: RequestContext,
  signal: AbortSignal,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const claim = await claimKey(call)
  if (claim.kind === 'answered') return replay(claim.answer)
  if (claim.kind === 'reused') throw reused(call.key)
  if (claim.kind === 'running') throw new Problem('idempotency_key_in_use')
  try {
    const answer = await work().catch((error: unknown) => {
      if (signal.aborted) throw error
      return toErrorReply(error, context)
    })
    await finish(call, claim.claimedAt, answer)
    return answer
  } catch (error) {
    await releaseKey(call, claim.claimedAt)
    throw error
  }
}
