/** The response headers that a page of another origin may read. */
const EXPOSED = [
  'WWW-Authenticate',
  'Retry-After',
  'Location',
  'RateLimit',
  'RateLimit-Policy',
  'X-Request-Id',
  'Idempotent-Replayed',
  'ETag',
  'Content-Disposition',
  'Content-Range',
  'Tus-Resumable',
  'Upload-Length',
  'Upload-Offset',
  'Mcp-Session-Id',
]

const PLAIN_DATA = { 'referrer-policy': 'no-referrer', 'x-content-type-options': 'nosniff' }

/**
 * Any page may call the API with a credential of its own, and none is sent automatically: `*` excludes cookies. A
 * response is data: it is not sniffed, framed or embedded by another site, and runs nothing.
 */
const HEADERS: Readonly<Record<string, string>> = {
  ...PLAIN_DATA,
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED.join(', '),
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'x-frame-options': 'DENY',
}

/**
 * The most frequent responses bear few headers, since each one costs throughput. They are for clients with a key in a
 * header, which no browser sends when it navigates, frames or embeds.
 */
const FEW_HEADERS: Readonly<Record<string, string>> = {
  ...PLAIN_DATA,
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'RateLimit, RateLimit-Policy, X-Request-Id, ETag',
}

/** The headers of every response of the API; fewer on the fast path. */
export function defaultHeaders(isShort = false): Readonly<Record<string, string>> {
  return isShort ? FEW_HEADERS : HEADERS
}
