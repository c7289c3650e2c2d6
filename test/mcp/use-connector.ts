import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { afterAll } from 'vitest'
import { api } from '@/lib/api/app'
import { setEnv } from '@/lib/core/env'
import { serveMcp } from '@/lib/mcp/serve-mcp'
import { useService } from '@/test/service'

/** The service with its connector, listening on loopback, for one test file. `url` is the connector's address. */
export async function useConnector(settings: Record<string, string> = {}) {
  const service = await useService(settings)
  const connector = getRequestListener(serveMcp)
  const rest = getRequestListener(api().fetch)
  const server = createServer((request, response) => {
    const listener = request.url?.split('?')[0] === '/mcp' ? connector : rest
    response.once('close', service.watchRequest(`${request.method} ${request.url}`))
    void listener(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  setEnv({ BASE_URL: baseUrl })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return { service, baseUrl, url: `${baseUrl}/mcp` }
}
