import { type Context, Hono } from 'hono'
import { newId } from '@/lib/platform/ids'
import { log } from '@/lib/platform/log'
import { Problem } from '@/lib/platform/problem'
import type { Route } from '@/lib/platform/route'
import { singleton } from '@/lib/platform/singleton'
import { answerProblem } from './answer-problem'
import { answerReply, finishResponse } from './answer-reply'
import { openApiDocument } from './openapi'
import { routes } from './routes'
import { runRoute } from './run-route'

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

async function respond(route: Route, c: Context, requestId: string): Promise<Response> {
  try {
    const reply = await runRoute(route, c.req.raw, c.req.param())
    return reply instanceof Response ? finishResponse(reply, requestId) : answerReply(reply, route.operation, requestId)
  } catch (error) {
    if (c.req.raw.signal.aborted) return new Response(null, { status: CLIENT_GONE })
    return finishResponse(answerProblem(error, { operation: route.operation, requestId }), requestId)
  }
}

function refuse(code: 'not_found' | 'method_not_allowed', headers: Record<string, string> = {}): Response {
  const requestId = newId()
  const response = answerProblem(new Problem(code), { operation: null, requestId })
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
  return finishResponse(response, requestId)
}

/** Answers the methods that a path does not have with 405, naming those it has. */
function mountRefusals(app: Hono): void {
  const methods = new Map<string, string[]>()
  for (const { operation } of routes) {
    const path = routerPath(operation.path)
    methods.set(path, [...(methods.get(path) ?? []), operation.method.toUpperCase()])
  }
  for (const [path, allowed] of methods)
    app.all(path, () => refuse('method_not_allowed', { allow: allowed.join(', ') }))
}

function makeApp(): Hono {
  const app = new Hono({ strict: false })
  for (const route of routes) {
    const { id, method, path } = route.operation
    app.on(method.toUpperCase(), routerPath(path), async (c) => {
      const requestId = newId()
      const startedAt = performance.now()
      const full = await respond(route, c, requestId)
      const response = c.req.raw.method === 'HEAD' ? await withoutBody(full) : full
      const ms = Math.round(performance.now() - startedAt)
      log.debug('request', { request_id: requestId, operation: id, status: response.status, ms })
      return response
    })
  }
  app.get('/openapi.json', (c) => finishResponse(c.json(singleton('openapi', openApiDocument)), newId()))
  mountRefusals(app)
  app.notFound(() => refuse('not_found'))
  return app
}

/** The API: one Hono app, mounted on Node's HTTP server directly and in Next's route handlers. */
export function api(): Hono {
  return singleton('api', makeApp)
}
