import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import type { Deadline } from '@/lib/core/concurrency/start-deadline'
import { Problem } from '@/lib/core/problem/problem'
import { decodeBody } from './decode-body'
import { readLink } from './link-credentials'
import { networkProblem, startUpstreamDeadline } from './network-problem'
import { nextRequest, type OutgoingRequest } from './next-request'
import { toHeaders } from './to-headers'

/** The longest silence within a body. */
const BODY_IDLE_TIMEOUT_MS = 30_000

const DEFAULT_HEADERS = {
  accept: '*/*',
  'accept-encoding': 'gzip, br',
  'user-agent': 'Mozilla/5.0 (compatible; Verbatim)',
}

export type OpenUrlOptions = {
  /** The way out: a `guardedAgent`. */
  dispatcher: Dispatcher
  method?: 'GET' | 'HEAD' | 'POST'
  headers?: Readonly<Record<string, string>>
  body?: string | Uint8Array
  signal?: AbortSignal
  /** How many redirects are followed; 5 by default, 0 for none. */
  maxRedirects?: number
  /** Redirects to such an address are not followed: the answer is the redirect, and names its target. */
  stopAt?: ((target: URL) => boolean) | undefined
  /** How long each hop may take to answer with headers. */
  headersTimeoutMs?: number
  /** How long all hops and the body may take together. */
  totalTimeoutMs: number
  /** The most decoded bytes the body may have. */
  maxBytes: number
}

export type OpenedUrl = {
  /** The last address of the redirects. */
  url: URL
  /** The target of a redirect that was not followed because of `stopAt`. */
  leadsTo: URL | null
  status: number
  headers: Headers
  /** Whether the server that answered was shown the credentials of the link. */
  hadCredentials: boolean
  /** The decoded bytes. Read it to its end, or destroy it: it holds the connection. */
  body: Readable
}

function send(
  request: OutgoingRequest,
  options: OpenUrlOptions,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  return options.dispatcher.request({
    origin: request.url.origin,
    path: request.url.pathname + request.url.search,
    method: request.method,
    // A copy: undici's proxy agent writes a Host into what it is given, which would outlive the redirect.
    headers: { ...request.headers },
    body: request.body,
    signal,
    headersTimeout: options.headersTimeoutMs ?? 10_000,
    bodyTimeout: BODY_IDLE_TIMEOUT_MS,
  })
}

async function follow(first: OutgoingRequest, options: OpenUrlOptions, deadline: Deadline) {
  let request = first
  for (let redirects = 0; ; redirects++) {
    // undici applies the signal only after it has connected, not while it looks up a name or opens a socket.
    const response = await deadline.race(send(request, options, deadline.signal))
    const next = nextRequest(request, response.statusCode, response.headers.location)
    if (next === null) return { request, leadsTo: null, response }
    if (options.stopAt?.(next.url)) return { request, leadsTo: next.url, response }
    // Ignores the abort error of an abandoned redirect page.
    response.body.on('error', () => undefined).destroy()
    if (redirects >= (options.maxRedirects ?? 5)) {
      throw new Problem('upstream_changed', {
        detail: 'This link redirects too many times. Paste the final link, or upload the file.',
      })
    }
    request = next
  }
}

/** The declared length of the decoded body; 0 if unknown. */
function declaredBytes(method: string, headers: IncomingHttpHeaders): number {
  return method === 'HEAD' || headers['content-encoding'] !== undefined ? 0 : Number(headers['content-length'] ?? 0)
}

async function open(
  first: OutgoingRequest,
  authorization: string | null,
  options: OpenUrlOptions,
  deadline: Deadline,
): Promise<OpenedUrl> {
  const { request, leadsTo, response } = await follow(first, options, deadline)
  const { statusCode: status, headers, body } = response
  try {
    if (declaredBytes(request.method, headers) > options.maxBytes) {
      throw new Problem('file_too_large', { context: { max_bytes: options.maxBytes } })
    }
    const encoding = request.method === 'HEAD' ? '' : String(headers['content-encoding'] ?? '')
    const decoded = decodeBody(body, { encoding, maxBytes: options.maxBytes, onClose: deadline.stop })
    const { url, headers: sent } = request
    const hadCredentials = authorization !== null && sent.authorization === authorization
    return { url, leadsTo, status, headers: toHeaders(headers), hadCredentials, body: decoded }
  } catch (error) {
    body.on('error', () => undefined).destroy()
    throw error
  }
}

/**
 * Opens a link that a user, or something a user pointed to, gave. Redirects are followed by hand: each hop is judged by
 * `judgeUrl`, and credentials do not pass to another origin: those that are sealed in the link (`readLink`) neither, which
 * the address of the answer does not have. Every HTTP status is an answer (see `responseProblem`).
 *
 * Throws a Problem: `invalid_url` or `blocked_url` for a link or hop that is refused, `source_not_found` for an unknown
 * host, `upstream_timeout`, `upstream_changed` (TLS, protocol, too many redirects), `file_too_large`. The body fails
 * with the same ones while it is read. An abort by the caller throws the caller's own reason.
 */
export async function openUrl(input: string | URL, options: OpenUrlOptions): Promise<OpenedUrl> {
  const { url, authorization } = readLink(input)
  const given = Object.entries(options.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value] as const)
  const sealed = authorization === null ? {} : { authorization }
  const headers = { ...DEFAULT_HEADERS, ...Object.fromEntries(given), ...sealed }
  const deadline = startUpstreamDeadline(options.totalTimeoutMs, options.signal)
  try {
    const first = { url, method: options.method ?? 'GET', headers, body: options.body ?? null }
    return await open(first, authorization, options, deadline)
  } catch (error) {
    deadline.stop()
    throw networkProblem(error) ?? error
  }
}

/**
 * Reads the whole body into memory. Throws Problem `file_too_large` when it has more than `maxBytes`, and what the body
 * itself fails with; the connection is closed in both cases.
 */
export async function readBody(response: Pick<OpenedUrl, 'body'>, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new Problem('file_too_large', { context: { max_bytes: maxBytes } })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
