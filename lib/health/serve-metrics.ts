import { clientAddress } from '@/lib/platform/client-address'
import { currentPeer } from '@/lib/platform/peer'
import { Problem } from '@/lib/platform/problem'
import { mayReadMetrics } from './may-read-metrics'
import { renderMetrics } from './render-metrics'

const HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

function refuse(error: unknown): Response {
  if (!(error instanceof Problem && error.code === 'rate_limited')) throw error
  const headers = { ...HEADERS, 'retry-after': String(error.retryAfterSeconds) }
  return new Response(`${error.message}\n`, { status: error.status, headers })
}

/** Answers `GET /metrics` to who may read them; to everybody else there is no such page. */
export async function serveMetrics(request: Request): Promise<Response> {
  try {
    if (!(await mayReadMetrics(request, clientAddress(request.headers, currentPeer())))) {
      return new Response('Not found\n', { status: 404, headers: HEADERS })
    }
  } catch (error) {
    return refuse(error)
  }
  const { body, contentType } = await renderMetrics()
  return new Response(body, { headers: { ...HEADERS, 'content-type': contentType } })
}
