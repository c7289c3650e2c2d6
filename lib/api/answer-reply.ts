import { everyAnswer } from '@/lib/platform/every-answer'
import type { Reply } from '@/lib/platform/route'
import type { Occasion } from './occasion'

const PRIVATE = { 'cache-control': 'private, no-store' }

function headersOf(
  reply: Reply,
  { operation, requestId, headers: occasional, isShort }: Occasion,
): Record<string, string> {
  return {
    ...(reply.body === undefined ? {} : { 'content-type': 'application/json' }),
    'x-request-id': requestId,
    ...everyAnswer(isShort),
    ...occasional,
    ...(operation && operation.access !== 'public' ? PRIVATE : {}),
    ...reply.headers,
  }
}

/**
 * A reply as the response: JSON with the headers that every answer bears. They are given when the response is made,
 * because Node's adapter writes such a response without building it.
 */
export function answerReply(reply: Reply, occasion: Occasion): Response {
  return new Response(JSON.stringify(reply.body), { status: reply.status, headers: headersOf(reply, occasion) })
}

/** The same for a reply that may hold a text too large to be in memory: it is sent as it is read. */
export async function sendReply(reply: Reply, occasion: Occasion, signal: AbortSignal): Promise<Response> {
  if (!reply.stream) return answerReply(reply, occasion)
  const { bytes, body } = await reply.stream(JSON.stringify(reply.body), signal)
  const headers = { ...headersOf(reply, occasion), 'content-length': String(bytes) }
  return new Response(body, { status: reply.status, headers })
}

/** A response that a handler made itself, with the headers that every answer bears. */
export function finishResponse(response: Response, { requestId, headers: occasional }: Occasion): Response {
  response.headers.set('x-request-id', requestId)
  for (const [name, value] of Object.entries({ ...everyAnswer(), ...occasional })) response.headers.set(name, value)
  return response
}
