import { mayReadMetrics } from './may-read-metrics'
import { renderMetrics } from './render-metrics'

/** Answers `GET /metrics` to who may read them; to everybody else there is no such page. */
export async function serveMetrics(request: Request): Promise<Response> {
  const headers = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }
  if (!(await mayReadMetrics(request))) return new Response('Not found\n', { status: 404, headers })
  const { body, contentType } = await renderMetrics()
  return new Response(body, { headers: { ...headers, 'content-type': contentType } })
}
