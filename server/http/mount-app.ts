import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import type http from 'node:http'
import path from 'node:path'
import { getRequestListener } from '@hono/node-server'
import next from 'next'
import { z } from 'zod'
import { inngest } from '@/inngest/client'
import { functions } from '@/inngest/functions'
import { api } from '@/lib/api/app'
import { env } from '@/lib/core/env'
import { withPeer } from '@/lib/core/http/peer'
import { markForwarded } from '@/lib/core/http/proxy-headers'
import { newId } from '@/lib/core/ids'
import { Problem } from '@/lib/core/problem/problem'
import { inSpan, tracing } from '@/lib/core/tracing/tracing'
import { runner } from '@/lib/durable/runner'
import { serveMetrics } from '@/lib/health/serve-metrics'
import { serveMcp } from '@/lib/mcp/serve-mcp'
import { docsPages } from '@/server/public-pages/docs-pages'
import { publicPages } from '@/server/public-pages/public-pages'
import { compressResponses } from './compress-responses'
import { dropPreview } from './drop-preview'
import { makeFront } from './front'
import { refuseRequest } from './refuse-request'
import { sendCompressed } from './send-compressed'

const BUILDING_RETRY_SECONDS = 3

/** The first segment of a page's path: `/transcripts`, `/docs`. */
const FIRST_SEGMENT = /^\/[a-z-]{0,40}/

/**
 * A page is a span until its answer is written. Only the beginning of its address is traced: the rest may be private.
 */
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

/** The whole application: pages get 503 until they can be served. */
export type MountedApp = { listener: http.RequestListener; pagesReady: Promise<void> }

const builtFiles = z.object({ config: z.record(z.string(), z.unknown()) })

/**
 * Gives Next the configuration as it was when the pages were built, as it is in a standalone server: to compile its source takes a
 * compiler of 25 MB in memory.
 */
async function applyBuiltConfiguration(root: string): Promise<void> {
  const file = path.join(root, '.next/required-server-files.json')
  const written = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new Error(`The pages are not built: ${file} can't be read. Run npm run build.`, { cause })
  })
  const { config } = builtFiles.parse(JSON.parse(written))
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config)
}

async function mountPages(root: string): Promise<http.RequestListener> {
  await applyBuiltConfiguration(root)
  const site = next({ dev: false, dir: root })
  await site.prepare()
  return sendCompressed(root, docsPages(await publicPages(site.getRequestHandler())))
}

/** A browser repeats the request automatically. */
const whileBuilding: http.RequestListener = (request, response) => {
  const problem = new Problem('service_unavailable', {
    detail:
      'The pages are being built, which takes about a minute at the first start. This page reloads automatically.',
    retryAfterSeconds: BUILDING_RETRY_SECONDS,
  })
  refuseRequest(request, response, problem, { refresh: String(BUILDING_RETRY_SECONDS) })
}

/**
 * The whole application as one request listener: the API directly, pages through Next. Resolves when all of it answers, or,
 * where `pagesBuilt` is given, when the API does.
 */
export async function mountApp(root: string, pagesBuilt?: Promise<void>): Promise<MountedApp> {
  let pages = whileBuilding
  const mounted = (pagesBuilt ?? Promise.resolve()).then(async () => {
    pages = await mountPages(root)
  })
  if (!pagesBuilt) await mounted
  const [connector, metrics] = [getRequestListener(serveMcp), getRequestListener(serveMetrics)]
  const handlers = {
    api: compressResponses(getRequestListener(api().fetch)),
    connector: (request: http.IncomingMessage, response: http.ServerResponse) =>
      withPeer(request.socket.remoteAddress, () => connector(request, response)),
    functions: getRequestListener(runner().endpoint({ client: inngest, functions })),
    metrics: (request: http.IncomingMessage, response: http.ServerResponse) =>
      withPeer(request.socket.remoteAddress, () => metrics(request, response)),
    pages: (request: http.IncomingMessage, response: http.ServerResponse) => {
      response.setHeader('x-request-id', newId())
      dropPreview(request)
      withPeer(request.socket.remoteAddress, () => traced(request, response, pages))
    },
  }
  const { REQUESTS_AT_ONCE, BODIES_PER_ADDRESS, CONNECTIONS_PER_ADDRESS, TRUSTED_PROXIES } = env()
  const front = makeFront(handlers, {
    slots: REQUESTS_AT_ONCE,
    bodiesPerAddress: BODIES_PER_ADDRESS,
    // Behind a proxy all connections are the proxy's: the requests that it passes on are counted.
    requestsPerAddress: TRUSTED_PROXIES > 0 ? CONNECTIONS_PER_ADDRESS : 0,
  })
  const listener: http.RequestListener = (request, response) => {
    markForwarded(request)
    front(request, response)
  }
  return { listener, pagesReady: mounted }
}
