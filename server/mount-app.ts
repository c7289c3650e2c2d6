import type http from 'node:http'
import { getRequestListener } from '@hono/node-server'
import next from 'next'
import { inngest } from '@/inngest/client'
import { functions } from '@/inngest/functions'
import { api } from '@/lib/api/app'
import { functionsEndpoint } from '@/lib/durable/functions-endpoint'
import { serveMcp } from '@/lib/mcp/serve-mcp'
import { newId } from '@/lib/platform/ids'
import { publicPages } from './public-pages/public-pages'

/** What the API answers straight on Node's HTTP server; everything else is Next's. */
const API_PATH =
  /^\/(?:v1|oauth(?!\/authorize\/?(?:\?|$))|mcp|\.well-known)(?:[/?]|$)|^\/(?:health|openapi\.json)(?:\?|$)/

/** Where an Inngest server calls the functions; 404 while the embedded executor runs them. */
const FUNCTIONS_PATH = /^\/api\/inngest(?:\?|$)/

/** The connector for agents. */
const MCP_PATH = /^\/mcp(?:\?|$)/

/** The whole application as one request listener: the API directly, pages through Next. */
export async function mountApp(root: string): Promise<http.RequestListener> {
  const site = next({ dev: false, dir: root })
  await site.prepare()
  const pages = await publicPages(site.getRequestHandler())
  const direct = getRequestListener(api().fetch)
  const called = getRequestListener(functionsEndpoint({ client: inngest, functions }))
  const connector = getRequestListener(serveMcp)
  return (request, response) => {
    if (FUNCTIONS_PATH.test(request.url ?? '/')) return void called(request, response)
    if (MCP_PATH.test(request.url ?? '/')) return void connector(request, response)
    if (API_PATH.test(request.url ?? '/')) return void direct(request, response)
    response.setHeader('x-request-id', newId())
    return void pages(request, response)
  }
}
