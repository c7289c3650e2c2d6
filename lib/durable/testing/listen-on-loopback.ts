import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

/** Listens on a free port of loopback. Gives the address without a trailing slash, and what ends every connection. For tests. */
export async function listenOnLoopback(
  listener: http.RequestListener,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const server = http.createServer(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
