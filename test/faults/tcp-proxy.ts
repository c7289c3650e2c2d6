import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type TcpProxy = {
  port: number
  /** The present connections carry nothing more, in either direction, and do not end; new ones work. */
  swallow: () => void
  /** New connections are refused, and the present ones cut, until it is called with false. */
  refuse: (isRefusing: boolean) => void
  close: () => void
}

/** A loopback proxy to a port of this machine, for a network that fails. */
export async function startTcpProxy(target: number): Promise<TcpProxy> {
  const pairs = new Set<readonly [Socket, Socket]>()
  let isRefusing = false
  const cut = () => {
    for (const socket of [...pairs].flat()) socket.destroy()
  }
  const server = createServer((from) => {
    if (isRefusing) return void from.destroy()
    const to = connect(target, '127.0.0.1')
    const pair = [from, to] as const
    pairs.add(pair)
    const end = () => {
      pairs.delete(pair)
      from.destroy()
      to.destroy()
    }
    for (const socket of pair) socket.on('error', end).on('close', end)
    from.pipe(to).pipe(from)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    swallow: () => {
      for (const socket of [...pairs].flat()) socket.unpipe().pause()
    },
    refuse: (next) => {
      isRefusing = next
      if (isRefusing) cut()
    },
    close: () => {
      server.close()
      cut()
    },
  }
}
