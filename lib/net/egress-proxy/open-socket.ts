import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { request } from 'node:http'
import { connect, type Socket, type TcpNetConnectOpts } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { guardedLookup, type Resolve } from '../guard/guarded-lookup'
import type { Target } from './judge-target'

const CONNECT_TIMEOUT_MS = 10_000

/** The target of connections: the internet, or a proxy behind this one. */
export type Outside = {
  /** Resolves names when there is no proxy behind; the system's resolver by default. */
  resolve?: Resolve
  /** Opens a socket to a target, with the lookup that judges; Node's by default. */
  connect?: (options: TcpNetConnectOpts) => Socket
}

/** How a grant's connections go out: through the proxy configured for its platform, where there is one. */
export type Connect = { proxyUrl: string | undefined; outside: Outside }

/** The other side took too long. */
export class TimedOut extends Error {
  override readonly name = 'TimedOut'
}

async function inTime(socket: Socket, event: 'connect' | 'secureConnect'): Promise<Socket> {
  // The reader notices a later failure.
  socket.on('error', () => socket.destroy())
  const timer = setTimeout(() => socket.destroy(new TimedOut('no connection in time')), CONNECT_TIMEOUT_MS)
  try {
    await once(socket, event)
    return socket
  } finally {
    clearTimeout(timer)
  }
}

/** A socket straight to a host: every address its name resolves to is judged, and the socket connects to those alone. */
export function openSocket(
  { host, port }: Target,
  { resolve = lookup, connect: open = connect }: Outside,
): Promise<Socket> {
  return inTime(open({ host, port, lookup: guardedLookup(resolve), autoSelectFamily: true }), 'connect')
}

/** A socket to the proxy behind this one, `http://` or `https://`. */
export function openProxySocket(proxyUrl: string): Promise<Socket> {
  const { protocol, hostname, port } = new URL(proxyUrl)
  const host = hostname.replace(/^\[|\]$/g, '')
  if (protocol === 'https:') {
    return inTime(connectTls({ host, port: Number(port || 443), servername: host }), 'secureConnect')
  }
  return inTime(connect({ host, port: Number(port || 80) }), 'connect')
}

/** The header that shows a proxy the user name and password in its URL; none where it has none. */
export function proxyAuthorization(proxyUrl: string): Record<string, string> {
  const { username, password } = new URL(proxyUrl)
  if (username === '' && password === '') return {}
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { 'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}` }
}

/** A tunnel to a target through the proxy behind this one, which resolves the name. Rejects when that one refuses. */
export async function openTunnel({ host, port }: Target, proxyUrl: string): Promise<Socket> {
  const socket = await openProxySocket(proxyUrl)
  const authority = `${host}:${port}`
  const asking = request({
    method: 'CONNECT',
    path: authority,
    headers: { host: authority, ...proxyAuthorization(proxyUrl) },
    createConnection: () => socket,
  })
  asking.setTimeout(CONNECT_TIMEOUT_MS, () => asking.destroy(new TimedOut('no tunnel in time')))
  asking.end()
  return new Promise((resolve, reject) => {
    asking.once('error', reject)
    asking.once('response', (response) => {
      response.destroy()
      reject(new Error(`the proxy behind answered ${response.statusCode}`))
    })
    asking.once('connect', (response, tunnel, head) => {
      asking.off('error', reject)
      tunnel.setTimeout(0)
      if (response.statusCode !== 200) {
        tunnel.destroy()
        return reject(new Error(`the proxy behind answered ${response.statusCode}`))
      }
      if (head.length > 0) tunnel.unshift(head)
      resolve(tunnel)
    })
  })
}
