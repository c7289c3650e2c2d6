import type http from 'node:http'
import { getRequestListener } from '@hono/node-server'
import next from 'next'
import { api } from '@/lib/api/app'
import { newId } from '@/lib/platform/ids'

/** What the API answers straight on Node's HTTP server; everything else is Next's. */
const API_PATH = /^\/(?:v1|oauth|mcp|\.well-known)(?:[/?]|$)|^\/(?:health|openapi\.json)(?:\?|$)/

/** The whole application as one request listener: the API directly, pages through Next. */
export async function mountApp(root: string): Promise<http.RequestListener> {
  const site = next({ dev: false, dir: root })
  await site.prepare()
  const pages = site.getRequestHandler()
  const direct = getRequestListener(api().fetch)
  return (request, response) => {
    if (API_PATH.test(request.url ?? '/')) return void direct(request, response)
    response.setHeader('x-request-id', newId())
    return void pages(request, response)
  }
}
