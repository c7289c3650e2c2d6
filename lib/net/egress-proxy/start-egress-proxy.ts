import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { type Duplex, pipeline } from 'node:stream'
import { egressProxyUrl } from '../egress-dispatcher'
import { carryRequest, refuseRequest } from './carry-request'
import { cutConnections, type Grant, type GrantOptions, makeGrant } from './egress-grant'
import { judgeAuthority } from './judge-target'
import { meter } from './meter'
import { type Connect, type Outside, openSocket, openTunnel } from './open-socket'
import { failureReason, type Refused, refuse } from './refuse'

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

const IDLE_TIMEOUT_MS = 60_000

/** Answers a CONNECT request that is refused, and ends its connection. */
function refuseTunnel(client: Duplex, { status, reason }: Omit<Refused, 'reason'> & { reason: string }): void {
  const challenge = status === 407 ? 'Proxy-Authenticate: Basic realm="egress"\r\n' : ''
  client.end(
    `HTTP/1.1 ${status} ${reason}\r\n${challenge}Content-Length: ${reason.length}\r\nConnection: close\r\n\r\n${reason}`,
  )
}

function join(grant: Grant, client: Duplex, target: Socket, host: string): void {
  const ended = () => undefined
  // Either direction ends the tunnel by itself when it fails; who fell silent shows in the sockets.
  pipeline(client, meter(grant, host), target, ended)
  pipeline(target, meter(grant, host), client, ended)
  target.setTimeout(IDLE_TIMEOUT_MS, () => target.destroy())
}

/** Carries out a CONNECT request (RFC 9110 §9.3.6) of a child: refuses it, or joins it with its target. */
async function carryTunnel(
  request: IncomingMessage,
  client: Duplex,
  head: Buffer,
  grant: Grant,
  connect: Connect,
): Promise<void> {
  const judged = judgeAuthority(request.url ?? '', grant.allows)
  if ('refusal' in judged) return refuseTunnel(client, refuse(grant, judged.refusal))
  const { target } = judged
  try {
    const { proxyUrl, outside } = connect
    const socket = await (proxyUrl === undefined ? openSocket(target, outside) : openTunnel(target, proxyUrl))
    if (client.destroyed) return void socket.destroy()
    client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
    if (head.length > 0) client.unshift(head)
    join(grant, client, socket, target.host)
  } catch (error) {
    refuseTunnel(client, refuse(grant, { host: target.host, reason: failureReason(error) }))
  }
}

/**
 * Starts an HTTP proxy on loopback for programs of this machine that open links: CONNECT and plain http in absolute form.
 * Each of them has a token, with which it reaches the hosts it was granted, on the ports for links, at public addresses: names
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
