import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { TrieRouter } from 'hono/router/trie-router'
import { singleton } from '@/lib/core/concurrency/singleton'
import { env } from '@/lib/core/env'
import { newId } from '@/lib/core/ids'
import { honoPath } from '@/lib/core/operations/operation'
import type { Route } from '@/lib/core/operations/route'
import { Problem } from '@/lib/core/problem/problem'
import type { Endpoint, ProtectedResource, RequestContext } from '@/lib/http/request-context'
import { respondToPreflight } from '@/lib/http/respond-to-preflight'
import { serveRequest } from '@/lib/http/serve-request'
import { toErrorReply } from '@/lib/http/to-error-reply'
import { toResponse, toStreamingResponse, withDefaultHeaders } from '@/lib/http/to-response'
import { openApiDocument } from './openapi'
import { routesToMatch } from './routes'
import { checkRequest, runRoute } from './run-route'

const RESOURCE: ProtectedResource = {
  metadataUrl: () => `${env().baseUrl}/.well-known/oauth-protected-resource`,
}

async function respond(route: Route, c: Context, context: RequestContext): Promise<Response> {
  const { incoming }: Partial<HttpBindings> = c.env ?? {}
  Object.assign(context.headers, route.headers())
  const arrival = { request: c.req.raw, params: c.req.param(), incoming: incoming ?? null }
  const input = await checkRequest(route.operation, arrival)
  const reply = await runRoute(route, arrival, input, context)
  if (reply instanceof Response) return withDefaultHeaders(reply, context)
  return toStreamingResponse(reply, context, arrival.request)
}

/** Whether a request comes from OpenAI's libraries or is meant for its API, whose clients read errors of one shape only. */
function isForOpenAi({ headers, url }: Request): boolean {
  const isClient = headers.has('x-stainless-lang') || headers.get('user-agent')?.startsWith('OpenAI/')
  return isClient || /^\/v1\/(?:audio|models)\//.test(new URL(url).pathname)
}

function refuse(
  code: 'not_found' | 'method_not_allowed',
  request: Request,
  headers: Record<string, string> = {},
): Response {
  const context = { endpoint: null, requestId: newId(), headers, isOpenAi: isForOpenAi(request) }
  return toResponse(toErrorReply(new Problem(code), context), context)
}

type Path = { methods: string[]; headers: Route['headers'] }

/** The paths there are, as the router writes them. */
function paths(): Map<string, Path> {
  const found = new Map<string, Path>([['/openapi.json', { methods: ['GET'], headers: () => ({}) }]])
  for (const { operation, headers } of routesToMatch) {
    const path = honoPath(operation.path)
    const methods = [...(found.get(path)?.methods ?? []), operation.method.toUpperCase()]
    found.set(path, { methods, headers })
  }
  return found
}

/** Answers OPTIONS, and the methods that a path does not have with 405, naming those it has. */
function mountRefusals(app: Hono): void {
  for (const [path, { methods, headers }] of paths()) {
    app.options(path, () => respondToPreflight(methods, headers()))
    app.all(path, (c) => refuse('method_not_allowed', c.req.raw, { allow: methods.join(', '), ...headers() }))
  }
  app.notFound((c) => (c.req.method === 'OPTIONS' ? respondToPreflight([]) : refuse('not_found', c.req.raw)))
}

function makeApp(): Hono {
  const app = new Hono({ strict: false, router: new TrieRouter() })
  for (const route of routesToMatch) {
    const { operation } = route
    const { id, method, path } = operation
    const endpoint: Endpoint = { id, route: path, resource: RESOURCE, operation }
    app.on(method.toUpperCase(), honoPath(path), (c) =>
      serveRequest(endpoint, c.req.raw, (context) => respond(route, c, context)),
    )
  }
  app.get('/openapi.json', (c) =>
    toResponse(
      { status: 200, body: singleton('openapi', openApiDocument) },
      { endpoint: null, requestId: newId(), headers: {}, conditional: c.req.raw.headers },
    ),
  )
  mountRefusals(app)
  return app
}

/** The API: one Hono app, mounted on Node's HTTP server directly and in Next's route handlers. */
export function api(): Hono {
  return singleton('api', makeApp)
}
