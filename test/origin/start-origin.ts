import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createSecureContext, type SecureContext, TLSSocket } from 'node:tls'
import { handleRequest, type OriginRequest, type Route } from './handle-request'
import { makeCertificate } from './make-certificate'

export type Origin = {
  /** Base of requests made straight to it: `http://127.0.0.1:41234`. */
  url: string
  /** For `EGRESS_PROXY_URL`. */
  proxyUrl: string
  /** PEM file for `NODE_EXTRA_CA_CERTS` and `SSL_CERT_FILE`; removed by `close`. */
  caFile: string
  /** The requests so far, in order; the CONNECT that opens a tunnel is not listed, what goes through it is. */
  requests: Pick<OriginRequest, 'method' | 'url' | 'headers'>[]
  /** Ends every connection, answered or not. */
  close: () => Promise<void>
}

type Authority = {
  /** The authority's own certificate. */
  pem: string
  /** The TLS side of a server of that name; the same one when asked again. */
  contextFor: (host: string) => SecureContext
}

/** A throw-away certificate authority that vouches for any host name or IPv4 address. Its keys never leave the process. */
function makeAuthority(): Authority {
  const keys = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const issuer = { commonName: 'Throw-away test authority', ...keys }
  const server = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const serverKey = server.privateKey.export({ type: 'pkcs8', format: 'pem' })
  const contexts = new Map<string, SecureContext>()
  return {
    pem: makeCertificate({ commonName: issuer.commonName, publicKey: keys.publicKey, issuer }),
    contextFor: (host) => {
      const known = contexts.get(host)
      if (known !== undefined) return known
      const cert = makeCertificate({ commonName: 'Test origin', publicKey: server.publicKey, host, issuer })
      const made = createSecureContext({ key: serverKey, cert })
      contexts.set(host, made)
      return made
    },
  }
}

/** Ends the client's tunnel here: with TLS as that host on port 443, in plain HTTP on any other. */
function acceptTunnels(outer: Server, inner: Server, authority: Authority): void {
  outer.on('connect', (request, socket: Socket, head) => {
    const { hostname, port } = new URL(`tunnel://${request.url ?? ''}`)
    // A client that goes away takes its tunnel with it; the requests inside have their own errors.
    socket.on('error', () => socket.destroy())
    socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
    if (head.length > 0) socket.unshift(head)
    if (port !== '443') {
      inner.emit('connection', socket)
      return
    }
    const secured = new TLSSocket(socket, { isServer: true, secureContext: authority.contextFor(hostname) })
    secured.on('error', () => socket.destroy())
    inner.emit('connection', secured)
  })
}

/**
 * Starts a server on loopback in place of the internet: an HTTP proxy that answers for every host, from the first of
 * `routes` that takes a request. It accepts plain requests, absolute-form requests and CONNECT tunnels, with a
 * certificate per host from an authority made for this run, and never opens an outgoing connection. Unmodified code
 * reaches it by `EGRESS_PROXY_URL` and `NODE_EXTRA_CA_CERTS`. IPv6 literals have no valid certificate here.
 */
export async function startOrigin(routes: readonly Route[]): Promise<Origin> {
  const authority = makeAuthority()
  const folder = await mkdtemp(path.join(tmpdir(), 'origin-'))
  const caFile = path.join(folder, 'ca.pem')
  await writeFile(caFile, authority.pem)

  const requests: Origin['requests'] = []
  const record = ({ method, url, headers }: OriginRequest) => requests.push({ method, url, headers })
  const outer = createServer((request, response) => void handleRequest(request, response, routes, record))
  const inner = createServer((request, response) => void handleRequest(request, response, routes, record))
  // A busy machine closes no connection under a request that is on its way.
  outer.keepAliveTimeout = 0
  inner.keepAliveTimeout = 0
  acceptTunnels(outer, inner, authority)

  const sockets = new Set<Socket>()
  outer.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  outer.listen(0, '127.0.0.1')
  await once(outer, 'listening')
  const url = `http://127.0.0.1:${(outer.address() as AddressInfo).port}`

  const close = async () => {
    outer.close()
    for (const socket of sockets) socket.destroy()
    await once(outer, 'close')
    await rm(folder, { recursive: true, force: true })
  }
  return { url, proxyUrl: url, caFile, requests, close }
}
