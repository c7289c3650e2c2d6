import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { METHOD_NAME_ALL, type Router } from 'hono/router'
import { singleton } from '@/lib/core/concurrency/singleton'
import { env } from '@/lib/core/env'
import { keepJson } from '@/lib/core/http/known-json'
import { respondToPreflight } from '@/lib/core/http/respond-to-preflight'
import { newId } from '@/lib/core/ids'
import type { Route } from '@/lib/core/operations/route'
import { Problem } from '@/lib/core/problem/problem'
import type { Endpoint, ProtectedResource, RequestContext } from '@/lib/http/request-context'
import { serveRequest } from '@/lib/http/serve-request'
import { toErrorReply } from '@/lib/http/to-error-reply'
import { toResponse, toStreamingResponse, withDefaultHeaders } from '@/lib/http/to-response'
import { openApiDocument } from './openapi'
import { pathIndex } from './path-index'
import { routes } from './routes'
import { checkRequest, type IncomingRequest, runRoute } from './run-route'

const RESOURCE: ProtectedResource = {
  metadataUrl: () => `${env().baseUrl}/.well-known/oauth-protected-resource`,
}

function routerPath(path: string): string {
  return path.replace(/\{([a-z_]{1,40})\}/g, ':$1')
}

/** Finds the one handler of a request: a path's own for the method, else the one that refuses the method. */
function makeRouter<T>(): Router<T> {
  const index = pathIndex<T>()
  return {
    name: 'path index',
    add: index.add,
    match: (method, path) => {
      const found = index.find(method, path) ?? index.find(METHOD_NAME_ALL, path)
      return [found ? [[found.value, found.params]] : []]
    },
  }
}

type Checked = ReturnType<typeof checkRequest>

async function respondToChecked(
  route: Route,
  arrival: IncomingRequest,
  checked: Checked,
  context: RequestContext,
): Promise<Response> {
  const input = checked instanceof Promise ? await checked : checked
  const reply = await runRoute(route, arrival, input, context)
  if (reply instanceof Response) return withDefaultHeaders(reply, context)
  return toStreamingResponse(reply, context, arrival.request)
}

/** Throws at once what `checkRequest` does, so that a refusal takes no promise. */
function respond(route: Route, c: Context, context: RequestContext): Promise<Response> {
  const { incoming }: Partial<HttpBindings> = c.env ?? {}
  const arrival = { request: c.req.raw, params: c.req.param(), incoming: incoming ?? null }
  return respondToChecked(route, arrival, checkRequest(route.operation, arrival), context)
}

function refuse(code: 'not_found' | 'method_not_allowed', headers: Record<string, string> = {}): Response {
  const context = { endpoint: null, requestId: newId(), headers }
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

/** The description of the API, whose JSON is written once. */
function writeDocument(): Record<string, unknown> {
  const document = openApiDocument()
  keepJson(document)
  return document
}

function makeApp(): Hono {
  const app = new Hono({ strict: false, router: makeRouter() })
  for (const route of routes) {
    const { operation } = route
    const { id, method, path } = operation
    const endpoint: Endpoint = { id, route: path, resource: RESOURCE, operation }
    app.on(method.toUpperCase(), routerPath(path), (c) =>
      serveRequest(endpoint, c.req.raw, (context) => respond(route, c, context)),
    )
  }
  app.get('/openapi.json', (c) =>
    toResponse(
      { status: 200, body: singleton('openapi', writeDocument) },
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
