import { everyAnswer } from '@/lib/platform/every-answer'
import type { Reply } from '@/lib/platform/route'
import type { Occasion } from './occasion'

const PRIVATE = { 'cache-control': 'private, no-store' }

/**
 * A reply as the response: JSON with the headers that every answer bears. They are given when the response is made,
 * because Node's adapter writes such a response without building it.
 */
export function answerReply(reply: Reply, { operation, requestId, headers: occasional, isShort }: Occasion): Response {
  const headers = {
    ...(reply.body === undefined ? {} : { 'content-type': 'application/json' }),
    'x-request-id': requestId,
    ...everyAnswer(isShort),
    ...occasional,
    ...(operation && operation.access !== 'public' ? PRIVATE : {}),
    ...reply.headers,
  }
  return new Response(JSON.stringify(reply.body), { status: reply.status, headers })
}

/** A response that a handler made itself, with the headers that every answer bears. */
export function finishResponse(response: Response, { requestId, headers: occasional }: Occasion): Response {
  response.headers.set('x-request-id', requestId)
  for (const [name, value] of Object.entries({ ...everyAnswer(), ...occasional })) response.headers.set(name, value)
  return response
}
