import { defaultHeaders } from '@/lib/platform/http/default-headers'
import { toJson } from '@/lib/platform/http/known-json'
import { entityTag, isUnchanged, versionOfBytes } from '@/lib/platform/http/revalidation'
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

/** Whether the caller has the body already, by a tag of its bytes, which is put into the headers. A reply with a tag of its own said so itself. */
function isKnownToCaller(
  { status }: Reply,
  body: string | Uint8Array | undefined,
  headers: Record<string, string>,
  { conditional }: RequestContext,
): boolean {
  if (!conditional || status !== 200 || body === undefined || headers.etag !== undefined) return false
  headers.etag = entityTag(versionOfBytes(body), 'json')
  return isUnchanged(conditional, headers.etag)
}

/**
 * Turns a reply into a JSON response with the default headers; a 304 without a body where the caller has it already. The
 * headers are passed to the constructor because Node's adapter writes such a response without building it.
 */
export function toResponse(reply: Reply, context: RequestContext): Response {
  const body = toJson(reply.body)
  const headers = headersOf(reply, context)
  if (!isKnownToCaller(reply, body, headers, context)) return new Response(body, { status: reply.status, headers })
  const { 'content-type': _, ...kept } = headers
  return new Response(null, { status: 304, headers: kept })
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
