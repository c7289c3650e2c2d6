import { newId } from '@/lib/core/ids'
import { log } from '@/lib/core/log'
import { metrics } from '@/lib/core/metrics'
import { Problem } from '@/lib/core/problem/problem'
import { inSpan, tracing } from '@/lib/core/tracing/tracing'
import type { Endpoint, RequestContext } from './request-context'
import { toErrorReply } from './to-error-reply'
import { toResponse } from './to-response'
import { RequestInvalid } from './validation/validation-detail'

/** Responds to a request. A rejection becomes the response. */
type Respond = (context: RequestContext) => Promise<Response>

/** nginx's status for a connection that the client has closed. */
const CLIENT_GONE = 499

/** Whether an error is about the request. Any other may be due to a closed connection, which costs more to find out. */
function isAboutRequest(error: unknown): boolean {
  return error instanceof RequestInvalid || (error instanceof Problem && error.status < 500)
}

function refuse(error: unknown, request: Request, context: RequestContext): Response {
  if (!isAboutRequest(error) && request.signal.aborted) return new Response(null, { status: CLIENT_GONE })
  return toResponse(toErrorReply(error, context), context)
}

async function respondOrRefuse(request: Request, context: RequestContext, respond: Respond): Promise<Response> {
  try {
    return await respond(context)
  } catch (error) {
    return refuse(error, request, context)
  }
}

/** Responds within a span, which begins a trace, where traces are collected. */
async function respondInSpan(endpoint: Endpoint, request: Request, context: RequestContext, respond: Respond) {
  if (!tracing()) return respondOrRefuse(request, context, respond)
  const attributes = {
    'http.request.method': request.method,
    'http.route': endpoint.route,
    'verbatim.request_id': context.requestId,
  }
  const name = `${request.method} ${endpoint.route}`
  return inSpan({ name, kind: 'server', attributes }, async (span) => {
    const response = await respondOrRefuse(request, context, respond)
    span.add({ 'http.response.status_code': response.status })
    return response
  })
}

/** A HEAD request runs the GET. Cancelling the body closes the file or the subscription behind it. */
async function withoutBody(response: Response): Promise<Response> {
  await response.body?.cancel()
  return new Response(null, response)
}

const isReading = ({ method }: Request) => method === 'GET' || method === 'HEAD'

/**
 * Serves one request to an endpoint with an id, a span, a metric and a log line, and turns what `respond` rejects with into
 * an error response.
 */
export async function serveRequest(endpoint: Endpoint, request: Request, respond: Respond): Promise<Response> {
  const conditional = isReading(request) ? request.headers : null
  const context: RequestContext = { endpoint, requestId: newId(), headers: {}, conditional }
  const startedAt = performance.now()
  const whole = await respondInSpan(endpoint, request, context, respond)
  const response = request.method === 'HEAD' ? await withoutBody(whole) : whole
  const ms = performance.now() - startedAt
  metrics().requests.observe({ operation: endpoint.id, status: response.status }, ms / 1000)
  log.debug('request', {
    request_id: context.requestId,
    operation: endpoint.id,
    status: response.status,
    ms: Math.round(ms),
  })
  return response
}
