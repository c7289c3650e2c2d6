import { getRequestListener } from '@hono/node-server'
import { afterAll } from 'vitest'
import { api } from '@/lib/api/app'
import { setEnv } from '@/lib/core/env'
import { listenOnLoopback } from '@/lib/core/testing/listen-on-loopback'
import { serveMcp } from '@/lib/mcp/serve-mcp'
import { useService } from '@/test/service'

/** The service with its connector, listening on loopback, for one test file. `url` is the connector's address. */
export async function useConnector(settings: Record<string, string> = {}) {
  const service = await useService(settings)
  const connector = getRequestListener(serveMcp)
  const rest = getRequestListener(api().fetch)
  const { url: baseUrl, stop } = await listenOnLoopback((request, response) => {
    const listener = request.url?.split('?')[0] === '/mcp' ? connector : rest
    response.once('close', service.watchRequest(`${request.method} ${request.url}`))
    void listener(request, response)
  })
  setEnv({ BASE_URL: baseUrl })
  afterAll(stop)
  return { service, baseUrl, url: `${baseUrl}/mcp` }
}
