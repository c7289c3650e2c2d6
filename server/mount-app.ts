import { once } from 'node:events'
import type http from 'node:http'
import { getRequestListener } from '@hono/node-server'
import next from 'next'
import { inngest } from '@/inngest/client'
import { functions } from '@/inngest/functions'
import { api } from '@/lib/api/app'
import { functionsEndpoint } from '@/lib/durable/functions-endpoint'
import { serveMetrics } from '@/lib/health/serve-metrics'
import { serveMcp } from '@/lib/mcp/serve-mcp'
import { env } from '@/lib/platform/env'
import { newId } from '@/lib/platform/ids'
import { withPeer } from '@/lib/platform/peer'
import { inSpan } from '@/lib/platform/tracing/in-span'
import { tracing } from '@/lib/platform/tracing/tracing'
import { compressAnswers } from './compress-answers'
import { dropSlowReaders } from './drop-slow-readers'
import { publicPages } from './public-pages/public-pages'
import { sendCompressed } from './send-compressed'
import { shedLoad } from './shed-load'

/** What the API answers straight on Node's HTTP server; everything else is Next's. */
const API_PATH =
  /^\/(?:v1|oauth(?!\/authorize\/?(?:\?|$))|mcp|\.well-known)(?:[/?]|$)|^\/(?:health|openapi\.json)(?:\?|$)/

/** Where an Inngest server calls the functions; 404 while the embedded executor runs them. */
const FUNCTIONS_PATH = /^\/api\/inngest(?:\?|$)/

/** What is measured, for the operator. */
const METRICS_PATH = /^\/metrics(?:\?|$)/

/** What a page belongs to: `/transcripts`, `/docs`. */
const FIRST_SEGMENT = /^\/[a-z-]{0,40}/

/** The connector for agents. */
const MCP_PATH = /^\/mcp(?:\?|$)/

/** A page is a span until its answer is written. Of its address only the beginning is told: the rest is somebody's. */
function traced(request: http.IncomingMessage, response: http.ServerResponse, pages: http.RequestListener): unknown {
  if (!tracing()) return pages(request, response)
  const method = request.method ?? 'GET'
  const route = FIRST_SEGMENT.exec(request.url ?? '/')?.[0] ?? '/'
  return inSpan({ name: `${method} ${route}`, kind: 'server', attributes: { 'http.route': route } }, async (span) => {
    const written = once(response, 'close')
    pages(request, response)
    await written
    span.add({ 'http.response.status_code': response.statusCode })
  })
}

/** The whole application as one request listener: the API directly, pages through Next. */
export async function mountApp(root: string): Promise<http.RequestListener> {
  const site = next({ dev: false, dir: root })
  await site.prepare()
  const pages = sendCompressed(root, await publicPages(site.getRequestHandler()))
  const direct = compressAnswers(getRequestListener(api().fetch))
  const called = getRequestListener(functionsEndpoint({ client: inngest, functions }))
  const connector = getRequestListener(serveMcp)
  const measured = getRequestListener(serveMetrics)
  const listener: http.RequestListener = (request, response) => {
    if (FUNCTIONS_PATH.test(request.url ?? '/')) return void called(request, response)
    if (METRICS_PATH.test(request.url ?? '/')) return void measured(request, response)
    if (MCP_PATH.test(request.url ?? '/')) return void connector(request, response)
    if (API_PATH.test(request.url ?? '/')) return void direct(request, response)
    response.setHeader('x-request-id', newId())
    return void withPeer(request.socket.remoteAddress, () => traced(request, response, pages))
  }
  return shedLoad(dropSlowReaders(listener), env().REQUESTS_AT_ONCE)
}
