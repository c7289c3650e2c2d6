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
import { compressAnswers } from './compress-answers'
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

/** The connector for agents. */
const MCP_PATH = /^\/mcp(?:\?|$)/

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
    return void withPeer(request.socket.remoteAddress, () => pages(request, response))
  }
  return shedLoad(listener, env().REQUESTS_AT_ONCE)
}
