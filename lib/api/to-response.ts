import { defaultHeaders } from '@/lib/platform/default-headers'
import type { Reply } from '@/lib/platform/route'
import type { RequestContext } from './request-context'

const PRIVATE = { 'cache-control': 'private, no-store' }

function headersOf(
  reply: Reply,
  { operation, requestId, headers: contextual, isShort }: RequestContext,
): Record<string, string> {
  return {
    ...(reply.body === undefined ? {} : { 'content-type': 'application/json' }),
    'x-request-id': requestId,
    ...defaultHeaders(isShort),
    ...contextual,
    ...(operation && operation.access !== 'public' ? PRIVATE : {}),
    ...reply.headers,
  }
}

/**
 * A reply as the response: JSON with the headers that every answer bears. They are given when the response is made,
 * because Node's adapter writes such a response without building it.
 */
export function toResponse(reply: Reply, context: RequestContext): Response {
  return new Response(JSON.stringify(reply.body), { status: reply.status, headers: headersOf(reply, context) })
}

/** The same for a reply that may hold a text too large to be in memory: it is sent as it is read. */
export async function toStreamingResponse(
  reply: Reply,
  context: RequestContext,
  signal: AbortSignal,
): Promise<Response> {
  if (!reply.stream) return toResponse(reply, context)
  const { bytes, body } = await reply.stream(JSON.stringify(reply.body), signal)
  const headers = { ...headersOf(reply, context), 'content-length': String(bytes) }
  return new Response(body, { status: reply.status, headers })
}

/** A response that a handler made itself, with the headers that every answer bears. */
export function withDefaultHeaders(response: Response, { requestId, headers: contextual }: RequestContext): Response {
  response.headers.set('x-request-id', requestId)
  for (const [name, value] of Object.entries({ ...defaultHeaders(), ...contextual })) response.headers.set(name, value)
  return response
}
