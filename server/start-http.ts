import http from 'node:http'
import type { AddressInfo } from 'node:net'

export type HttpServer = {
  port: number
  /** Begins to answer; until then everything is told to come again in a moment. */
  answer: (handler: http.RequestListener) => void
  /** Takes no new request, gives those under way a moment, then closes what is left. */
  stop: (graceMs: number) => Promise<void>
}

function tellToWait(_request: http.IncomingMessage, response: http.ServerResponse): void {
  response.writeHead(503, {
    'retry-after': '2',
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  response.end('Verbatim is starting. Try again in a moment.\n')
}

/**
 * How long nothing may come or go on a connection: whoever is at the other end is gone, and will never say so. Streams of
 * events say something every quarter of a minute.
 */
const SILENCE_LIMIT_MS = 5 * 60_000

/** Listens, so that a port in use is known before anything else is done. Throws with a sentence for people. */
export async function startHttp(port: number, host: string, silenceLimitMs = SILENCE_LIMIT_MS): Promise<HttpServer> {
  let handler: http.RequestListener = tellToWait
  const server = http.createServer((request, response) => handler(request, response))
  // A large upload over a slow line takes longer than Node's five minutes for a whole request.
  server.requestTimeout = 0
  server.timeout = silenceLimitMs
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, port, host)))
    server.listen(port, host, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    answer: (ready) => {
      handler = ready
    },
    stop: (graceMs) => stop(server, graceMs),
  }
}

function explain(error: NodeJS.ErrnoException, port: number, host: string): Error {
  if (error.code === 'EADDRINUSE') {
    return new Error(`Port ${port} is in use. Stop what uses it, or choose another: npm start -- --port ${port + 1}`)
  }
  if (error.code === 'EACCES')
    return new Error(`Port ${port} needs more rights. Choose one above 1023: npm start -- --port 3000`)
  return new Error(`Can not listen on ${host}:${port}: ${error.message}`)
}

async function stop(server: http.Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const timer = setTimeout(() => server.closeAllConnections(), graceMs)
  await closed
  clearTimeout(timer)
}
