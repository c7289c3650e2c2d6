import { defaultHeaders } from '@/lib/platform/http/default-headers'
import { toJson } from '@/lib/platform/http/known-json'
import type { Reply } from '@/lib/platform/operations/route'
import type { RequestContext } from './request-context'

function headersOf(reply: Reply, { endpoint, requestId, headers, isShort }: RequestContext): Record<string, string> {
  const { operation = null } = endpoint ?? {}
  const all: Record<string, string> = { ...defaultHeaders(isShort), 'x-request-id': requestId }
  if (reply.body !== undefined) all['content-type'] = 'application/json'
  Object.assign(all, headers)
  if (operation && operation.access !== 'public') all['cache-control'] = 'private, no-store'
  return Object.assign(all, reply.headers)
}

/**
 * Turns a reply into a JSON response with the default headers. The headers are passed to the constructor because Node's
 * adapter writes such a response without building it.
 */
export function toResponse(reply: Reply, context: RequestContext): Response {
  return new Response(toJson(reply.body), { status: reply.status, headers: headersOf(reply, context) })
}

/** The same for a reply that may hold a text too large for memory: it is sent while it is read. */
export async function toStreamingResponse(reply: Reply, context: RequestContext, request: Request): Promise<Response> {
  if (!reply.stream) return toResponse(reply, context)
  const { bytes, body } = await reply.stream(JSON.stringify(reply.body), request.signal)
  const headers = { ...headersOf(reply, context), 'content-length': String(bytes) }
  return new Response(body, { status: reply.status, headers })
}

/** Adds the default headers to a response that a handler built itself. */
export function withDefaultHeaders(response: Response, { requestId, headers: contextual }: RequestContext): Response {
  response.headers.set('x-request-id', requestId)
  for (const [name, value] of Object.entries({ ...defaultHeaders(), ...contextual })) response.headers.set(name, value)
  return response
}
