import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { egressProxyUrl } from '../egress-dispatcher'
import { carryRequest, refuseRequest } from './carry-request'
import { carryTunnel, refuseTunnel } from './carry-tunnel'
import { cutConnections, type Grant, type GrantOptions, makeGrant } from './egress-grant'
import type { Outside } from './open-socket'
import { refuse } from './refuse'

const MAX_HEADER_BYTES = 32 * 1024
const HEADERS_TIMEOUT_MS = 10_000

export type EgressProxy = {
  /** Grants egress to one child. */
  open: (options: GrantOptions) => { grant: Grant; proxyUrl: string }
  /** The child has ended: its token is worth nothing, what is still open is cut. */
  revoke: (grant: Grant) => void
  close: () => Promise<void>
}

const NO_TOKEN = { status: 407, reason: 'Proxy Authentication Required' }

function tokenOf({ headers }: IncomingMessage): string {
  const [scheme = '', encoded = ''] = (headers['proxy-authorization'] ?? '').split(' ')
  if (scheme.toLowerCase() !== 'basic') return ''
  return Buffer.from(encoded, 'base64').toString('latin1').split(':')[0] ?? ''
}

/** Whether one more connection of the grant's may be open; it counts from now until it closes. */
function admit(grant: Grant, connection: Duplex): boolean {
  if (grant.connections.has(connection)) return true
  if (grant.connections.size >= grant.maxConnections) return false
  grant.connections.add(connection)
  connection.once('close', () => grant.connections.delete(connection))
  return true
}

/**
 * Starts an HTTP proxy on loopback for programs of this machine that open links: CONNECT and plain http in absolute form.
 * Each of them has a token, with which it reaches the hosts it was granted, on ports 80 and 443, at public addresses: names
 * are judged as they are connected to. With a proxy configured for the platform everything goes through that one, which
 * then resolves names and has to keep private networks out itself.
 */
export async function startEgressProxy(outside: Outside = {}): Promise<EgressProxy> {
  const grants = new Map<string, Grant>()
  const sockets = new Set<Socket>()
  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES, headersTimeout: HEADERS_TIMEOUT_MS })
  const connectFor = ({ proxyUrl }: Grant) => ({ proxyUrl, outside })
  const crowded = (grant: Grant) => refuse(grant, { host: '', reason: 'too_many_connections' })

  server.on('request', (request, response) => {
    const grant = grants.get(tokenOf(request))
    if (!grant) return refuseRequest(response, NO_TOKEN)
    if (!admit(grant, request.socket)) return refuseRequest(response, crowded(grant))
    void carryRequest(request, response, grant, connectFor(grant))
  })
  server.on('connect', (request, client, head) => {
    client.on('error', () => client.destroy())
    const grant = grants.get(tokenOf(request))
    if (!grant) return refuseTunnel(client, NO_TOKEN)
    if (!admit(grant, client)) return refuseTunnel(client, crowded(grant))
    void carryTunnel(request, client, head, grant, connectFor(grant))
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.on('clientError', (_error, socket) => socket.destroy())
  server.listen(0, '127.0.0.1').unref()
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  return {
    open: (options) => {
      const grant = makeGrant(options, egressProxyUrl(options.platform))
      grants.set(grant.token, grant)
      return { grant, proxyUrl: `http://${grant.token}:x@127.0.0.1:${port}` }
    },
    revoke: (grant) => {
      grants.delete(grant.token)
      cutConnections(grant)
    },
    close: async () => {
      grants.clear()
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}
