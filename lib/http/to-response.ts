import { DEFAULT_HEADERS } from '@/lib/core/http/default-headers'
import { entityTag, isUnchanged, versionOfBytes } from '@/lib/core/http/revalidation'
import type { Reply } from '@/lib/core/operations/route'
import { encodeJson, isLong } from './encode-json'
import type { RequestContext } from './request-context'

type ResponseHeaders = Record<string, string>
type JsonBody = string | Uint8Array<ArrayBuffer> | undefined

const JSON_TYPE = { 'content-type': 'application/json' }
const PRIVATE = { 'cache-control': 'private, no-store' }

function headersOf(reply: Reply, { endpoint, requestId, headers }: RequestContext): ResponseHeaders {
  const { operation = null } = endpoint ?? {}
  return {
    'x-request-id': requestId,
    ...DEFAULT_HEADERS,
    ...(reply.body === undefined ? null : JSON_TYPE),
    ...headers,
    ...(operation && operation.access !== 'public' ? PRIVATE : null),
    ...reply.headers,
  }
}

/** The entity tag of what is read; null for a response without one, or with one that its handler has compared itself. */
function tagOf(status: number, body: JsonBody, headers: ResponseHeaders): string | null {
  if (status !== 200 || body === undefined || headers.etag !== undefined) return null
  return entityTag(versionOfBytes(body), 'json')
}

/**
 * Turns a reply into a JSON response with the default headers; a 304 without a body where the caller has it already. The
 * headers are passed to the constructor because Node's adapter writes such a response without building it.
 */
export function toResponse(reply: Reply, context: RequestContext): Response {
  return responseOf(reply, JSON.stringify(reply.body), context)
}

function responseOf(reply: Reply, body: JsonBody, context: RequestContext): Response {
  const { conditional } = context
  const headers = headersOf(reply, context)
  const tag = conditional ? tagOf(reply.status, body, headers) : null
  if (tag !== null) headers.etag = tag
  if (!conditional || tag === null || !isUnchanged(conditional, tag)) {
    return new Response(body, { status: reply.status, headers })
  }
  const { 'content-type': _, ...kept } = headers
  return new Response(null, { status: 304, headers: kept })
}

/**
 * The response for a reply that may hold a text too large for memory, which is sent while it is read, or a list that takes long to
 * write.
 */
export function toStreamingResponse(
  reply: Reply,
  context: RequestContext,
  request: Request,
): Response | Promise<Response> {
  if (!reply.stream) {
    if (!isLong(reply.body)) return toResponse(reply, context)
    return encodeJson(reply.body).then((body) => responseOf(reply, body, context))
  }
  return reply.stream(JSON.stringify(reply.body), request.signal).then(({ bytes, body }) => {
    const headers = { ...headersOf(reply, context), 'content-length': String(bytes) }
    return new Response(body, { status: reply.status, headers })
  })
}

/** Adds the default headers to a response that a handler built itself. */
export function withDefaultHeaders(response: Response, { requestId, headers: contextual }: RequestContext): Response {
  response.headers.set('x-request-id', requestId)
  for (const [name, value] of Object.entries({ ...DEFAULT_HEADERS, ...contextual })) response.headers.set(name, value)
  return response
}
