import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server on loopback: its address without a trailing slash. */
export type LoopbackServer = {
  url: string
  /** Ends every connection, and takes none any more. */
  stop: () => Promise<void>
  /** Listens at the same address again. */
  listenAgain: () => Promise<void>
}

/** Listens on a free port of loopback. For tests. */
export async function listenOnLoopback(listener: http.RequestListener): Promise<LoopbackServer> {
  const server = http.createServer(listener)
  const listen = async (wanted: number) => {
    server.listen(wanted, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const port = await listen(0)
  return {
    url: `http://127.0.0.1:${port}`,
    listenAgain: async () => void (await listen(port)),
    stop: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
