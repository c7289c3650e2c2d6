import http from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { env } from '@/lib/core/env'
import { clientAddress } from '@/lib/core/http/client-address'
import { strictTransport } from '@/lib/core/http/transport'
import { Problem } from '@/lib/core/problem/problem'
import { withOurCommands } from '@/lib/core/programs/our-command'
import { countPerAddress } from './count-per-address'
import { refuseRequest } from './refuse-request'
import { routeOf } from './route-table'

export type HttpServer = {
  port: number
  /** Begins to serve; until then every request gets 503 with Retry-After. */
  answer: (handler: http.RequestListener) => void
  /** Accepts no new request, waits a moment for those in progress, then closes the rest. */
  stop: (graceMs: number) => Promise<void>
}

/**
 * Refuses every request with a time to retry. While the process stops, connections are closed, or clients would come back
 * to it.
 */
function askToRetryLater(detail: string, headers: http.OutgoingHttpHeaders = {}): http.RequestListener {
  return (request, response) => {
    const retryAfterSeconds = routeOf(request).retryAfterSeconds
    refuseRequest(request, response, new Problem('service_unavailable', { detail, retryAfterSeconds }), headers)
  }
}

const whileStarting = askToRetryLater('Verbatim is starting. Try again in a moment.')
const whileStopping = askToRetryLater('Verbatim is stopping. Try again in a moment.', { connection: 'close' })

/**
 * How long a connection may carry no data: after that its other end counts as gone. Streams
 * of events say something every quarter of a minute. A call of the durable functions may be silent for as long as it
 * works.
 */
const SILENCE_LIMIT_MS = 5 * 60_000

/**
 * How long a connection is kept for the next request. Longer than proxies and load balancers keep theirs, which is a minute
 * as a rule: of two ends with the same limit, one sends a request at the moment in which the other closes.
 */
const KEEP_ALIVE_MS = 75_000

const CLOSE_IDLE_EVERY_MS = 50

/** Responds to bytes that Node could not parse as a request. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const status =
    { HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large', ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout' }[
      error.code ?? ''
    ] ?? '400 Bad Request'
  socket.end(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`, () => socket.destroy())
}

const REFUSAL = [
  'HTTP/1.1 429 Too Many Requests',
  'Content-Type: text/plain; charset=utf-8',
  'Retry-After: 2',
  'Connection: close',
  '',
  'Your network address has too many connections open. Close some, then try again.\n',
].join('\r\n')

/** A new connection has no forwarded headers. */
const NO_HEADERS = { get: () => null }

/** Closes connections beyond `most` per address with a 429; 0 means no limit. */
function limitConnections(server: http.Server, most: number): void {
  const connections = countPerAddress(most)
  server.on('connection', (socket: Socket) => {
    const leave = connections.enter(clientAddress(NO_HEADERS, socket.remoteAddress ?? null) ?? 'unknown')
    if (leave) return void socket.once('close', leave)
    socket.end(REFUSAL, () => socket.destroy())
  })
}

/** Listens, so that a port in use is known before anything else is done. Throws with a sentence for people. */
export async function startHttp(port: number, host: string, silenceLimitMs = SILENCE_LIMIT_MS): Promise<HttpServer> {
  let handler: http.RequestListener = whileStarting
  const listener: http.RequestListener = (request, response) => {
    const header = strictTransport()
    if (header) response.setHeader(...header)
    handler(request, response)
  }
  const server = http.createServer(listener)
  // A client that expects 100 Continue gets it when the body is read, not before.
  server.on('checkContinue', listener)
  server.on('clientError', refuseUnreadable)
  server.on('connect', (_: http.IncomingMessage, socket: Socket) => {
    socket.end('HTTP/1.1 405 Method Not Allowed\r\nAllow: GET, HEAD\r\nContent-Length: 0\r\nConnection: close\r\n\r\n')
  })
  // Behind a proxy all connections are the proxy's.
  if (env().TRUSTED_PROXIES === 0) limitConnections(server, env().CONNECTIONS_PER_ADDRESS)
  // A large upload over a slow line takes longer than Node's five minutes for a whole request.
  server.requestTimeout = 0
  server.timeout = silenceLimitMs
  server.keepAliveTimeout = KEEP_ALIVE_MS
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, port, host)))
    server.listen(port, host, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    answer: (ready) => {
      handler = ready
    },
    stop: (graceMs) => {
      handler = whileStopping
      return stop(server, graceMs)
    },
  }
}

function explain(error: NodeJS.ErrnoException, port: number, host: string): Error {
  if (error.code === 'EADDRINUSE') {
    return new Error(
      withOurCommands(`Port ${port} is in use. Stop what uses it, or choose another: npm start -- --port ${port + 1}`),
    )
  }
  if (error.code === 'EACCES')
    return new Error(withOurCommands(`Port ${port} needs more rights. Choose one above 1023: npm start -- --port 3000`))
  return new Error(`Can not listen on ${host}:${port}: ${error.message}`)
}

async function stop(server: http.Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  // A connection whose last answer has been given would be kept open for the next request.
  const idle = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS)
  const timer = setTimeout(() => server.closeAllConnections(), graceMs)
  await closed
  clearTimeout(timer)
  clearInterval(idle)
}
