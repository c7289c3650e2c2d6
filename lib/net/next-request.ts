import { parseUrl } from '@/lib/core/http/parse-url'
import { Problem } from '@/lib/core/problem/problem'
import { judgeUrl } from './guard/judge-url'

export type OutgoingRequest = {
  url: URL
  method: 'GET' | 'HEAD' | 'POST'
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>
  body: string | Uint8Array | null
}

const REDIRECTS = new Set([301, 302, 303, 307, 308])
const CREDENTIALS = new Set(['authorization', 'cookie', 'proxy-authorization'])

function without(headers: OutgoingRequest['headers'], dropped: (name: string) => boolean): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !dropped(name)))
}

function target(location: string, base: URL): URL {
  const url = parseUrl(location, base)
  if (!url) throw new Problem('upstream_changed')
  return judgeUrl(url)
}

/**
 * The request that a redirect asks for, or null when the answer is none. The target is judged; credentials are dropped
 * when scheme or host change, and a POST becomes a GET on 301, 302 and 303 (RFC 9110 §15.4, as browsers do).
 * Throws Problem `invalid_url` or `blocked_url` for a target that is refused, `upstream_changed` for one that can't be read.
 */
export function nextRequest(
  request: OutgoingRequest,
  status: number,
  location: string | string[] | undefined,
): OutgoingRequest | null {
  if (!REDIRECTS.has(status) || typeof location !== 'string' || location === '') return null
  const url = target(location, request.url)
  const leaves = url.origin !== request.url.origin
  const rewritten = request.method === 'POST' && status <= 303
  const headers = without(
    request.headers,
    (name) => (leaves && CREDENTIALS.has(name)) || (rewritten && name.startsWith('content-')),
  )
  return rewritten ? { url, method: 'GET', headers, body: null } : { ...request, url, headers }
}
