import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { TLSSocket } from 'node:tls'

export type OriginRequest = {
  method: string
  /** Absolute, as the client meant it: `https://media.example/a.mp3?x=1`. */
  url: string
  /** Without the port. */
  host: string
  /** Path and query. */
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

export type OriginAnswer = {
  /** 200 by default. */
  status?: number
  headers?: OutgoingHttpHeaders
  body?: string | Uint8Array | AsyncIterable<string | Uint8Array>
}

/** Answers a request, or gives `undefined` to leave it to the next route. A promise that never settles is a server that hangs. */
export type Route = (request: OriginRequest) => OriginAnswer | undefined | Promise<OriginAnswer | undefined>

/** A client that hangs up in the middle is how limits and time-outs look from here. */
const HANG_UPS = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE'])

async function read(incoming: IncomingMessage): Promise<OriginRequest> {
  const scheme = incoming.socket instanceof TLSSocket ? 'https' : 'http'
  const url = new URL(incoming.url ?? '/', `${scheme}://${incoming.headers.host ?? 'localhost'}`)
  const chunks: Buffer[] = []
  for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk)
  return {
    method: incoming.method ?? 'GET',
    url: url.href,
    host: url.hostname,
    path: url.pathname + url.search,
    headers: incoming.headers,
    body: Buffer.concat(chunks),
  }
}

async function answer(routes: readonly Route[], request: OriginRequest): Promise<OriginAnswer> {
  for (const route of routes) {
    const found = await route(request)
    if (found !== undefined) return found
  }
  return { status: 502, body: `No route of this origin answers ${request.method} ${request.url}\n` }
}

async function write(response: ServerResponse, { status = 200, headers = {}, body = '' }: OriginAnswer): Promise<void> {
  const isWhole = typeof body === 'string' || body instanceof Uint8Array
  response.writeHead(status, isWhole ? { 'content-length': Buffer.byteLength(body), ...headers } : headers)
  // As bytes: Node would write the headers in the encoding of a string body.
  if (isWhole) response.end(Buffer.from(body))
  else await pipeline(Readable.from(body, { objectMode: false }), response)
}

/** Answers one request from the first route that takes it; 502 naming the request when none does, 500 when one throws. */
export async function handleRequest(
  incoming: IncomingMessage,
  response: ServerResponse,
  routes: readonly Route[],
  onRequest: (request: OriginRequest) => void,
): Promise<void> {
  try {
    const request = await read(incoming)
    onRequest(request)
    await write(response, await answer(routes, request))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (response.headersSent || HANG_UPS.has(code)) response.destroy()
    else response.writeHead(500).end(`A route of this origin failed: ${String(error)}\n`)
  }
}
