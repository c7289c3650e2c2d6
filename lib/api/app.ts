import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { newId } from '@/lib/platform/ids'
import { log } from '@/lib/platform/log'
import { metrics } from '@/lib/platform/metrics'
import { Problem } from '@/lib/platform/problem'
import { respondToPreflight } from '@/lib/platform/respond-to-preflight'
import type { Route } from '@/lib/platform/route'
import { singleton } from '@/lib/platform/singleton'
import { inSpan } from '@/lib/platform/tracing/in-span'
import { tracing } from '@/lib/platform/tracing/tracing'
import { openApiDocument } from './openapi'
import type { RequestContext } from './request-context'
import { routes } from './routes'
import { runRoute } from './run-route'
import { toErrorReply } from './to-error-reply'
import { toResponse, toStreamingResponse, withDefaultHeaders } from './to-response'

/** Nobody reads it: the client has closed the connection (nginx's number for it). */
const CLIENT_GONE = 499

function routerPath(path: string): string {
  return path.replace(/\{([a-z_]{1,40})\}/g, ':$1')
}

/** A HEAD request runs the GET; the body nobody will read is let go, with the file or the watch behind it. */
async function withoutBody(response: Response): Promise<Response> {
  await response.body?.cancel()
  return new Response(null, response)
}

/** The other end of the connection; null where Next, not our server, took the request. */
function peerOf(c: Context): string | null {
  const { incoming }: Partial<HttpBindings> = c.env ?? {}
  return incoming?.socket.remoteAddress ?? null
}

/** The answer, as a span of the trace that begins with the call, where there are traces. */
function respondTraced(route: Route, c: Context, context: RequestContext): Promise<Response> {
  if (!tracing()) return respond(route, c, context)
  const { method, path } = route.operation
  const name = `${method.toUpperCase()} ${path}`
  const attributes = {
    'http.request.method': c.req.method,
    'http.route': path,
    'verbatim.request_id': context.requestId,
  }
  return inSpan({ name, kind: 'server', attributes }, async (span) => {
    const response = await respond(route, c, context)
    span.add({ 'http.response.status_code': response.status })
    return response
  })
}

async function respond(route: Route, c: Context, context: RequestContext): Promise<Response> {
  const { raw: request } = c.req
  try {
    const reply = await runRoute(route, { request, params: c.req.param(), peer: peerOf(c) }, context)
    return reply instanceof Response
      ? withDefaultHeaders(reply, context)
      : await toStreamingResponse(reply, context, request.signal)
  } catch (error) {
    if (request.signal.aborted) return new Response(null, { status: CLIENT_GONE })
    return toResponse(toErrorReply(error, context), context)
  }
}

function refuse(code: 'not_found' | 'method_not_allowed', headers: Record<string, string> = {}): Response {
  const context = { operation: null, requestId: newId(), headers }
  return toResponse(toErrorReply(new Problem(code), context), context)
}

/** The paths there are, as the router writes them, each with its methods. */
function methodsByPath(): Map<string, string[]> {
  const methods = new Map<string, string[]>([['/openapi.json', ['GET']]])
  for (const { operation } of routes) {
    const path = routerPath(operation.path)
    methods.set(path, [...(methods.get(path) ?? []), operation.method.toUpperCase()])
  }
  return methods
}

/** Answers OPTIONS, and the methods that a path does not have with 405, naming those it has. */
function mountRefusals(app: Hono): void {
  for (const [path, allowed] of methodsByPath()) {
    app.options(path, () => respondToPreflight(allowed))
    app.all(path, () => refuse('method_not_allowed', { allow: allowed.join(', ') }))
  }
  app.notFound((c) => (c.req.method === 'OPTIONS' ? respondToPreflight([]) : refuse('not_found')))
}

function makeApp(): Hono {
  const app = new Hono({ strict: false })
  for (const route of routes) {
    const { id, method, path } = route.operation
    app.on(method.toUpperCase(), routerPath(path), async (c) => {
      const context: RequestContext = { operation: route.operation, requestId: newId(), headers: {} }
      const startedAt = performance.now()
      const full = await respondTraced(route, c, context)
      const response = c.req.raw.method === 'HEAD' ? await withoutBody(full) : full
      const ms = performance.now() - startedAt
      metrics().requests.observe({ operation: id, status: response.status }, ms / 1000)
      log.debug('request', {
        request_id: context.requestId,
        operation: id,
        status: response.status,
        ms: Math.round(ms),
      })
      return response
    })
  }
  app.get('/openapi.json', () =>
    toResponse(
      { status: 200, body: singleton('openapi', openApiDocument) },
      { operation: null, requestId: newId(), headers: {} },
    ),
  )
  mountRefusals(app)
  return app
}

/** The API: one Hono app, mounted on Node's HTTP server directly and in Next's route handlers. */
export function api(): Hono {
  return singleton('api', makeApp)
}
