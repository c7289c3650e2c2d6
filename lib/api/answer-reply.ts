import type { Operation } from '@/lib/platform/operation'
import type { Reply } from '@/lib/platform/route'

const EVERY_RESPONSE = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' }
const PRIVATE = { 'cache-control': 'private, no-store' }

/**
 * A handler's reply as the response: JSON with the headers that every answer bears. They are given when the response is
 * made, because Node's adapter writes such a response without building it.
 */
export function answerReply(reply: Reply, operation: Operation, requestId: string): Response {
  const headers = {
    'content-type': 'application/json',
    'x-request-id': requestId,
    ...EVERY_RESPONSE,
    ...(operation.access === 'public' ? {} : PRIVATE),
    ...reply.headers,
  }
  return new Response(JSON.stringify(reply.body), { status: reply.status, headers })
}

/** A response that a handler made itself, with the headers that every answer bears. */
export function finishResponse(response: Response, requestId: string): Response {
  response.headers.set('x-request-id', requestId)
  for (const [name, value] of Object.entries(EVERY_RESPONSE)) response.headers.set(name, value)
  return response
}
