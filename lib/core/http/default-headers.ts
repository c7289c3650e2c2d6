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
  'Tus-Extension',
  'Tus-Max-Size',
  'Tus-Resumable',
  'Tus-Version',
  'Upload-Expires',
  'Upload-Length',
  'Upload-Offset',
  'Mcp-Session-Id',
]

/**
 * Any page may call the API with its own credential, and none is sent automatically: `*` excludes cookies. A response
 * is data: it is not sniffed, framed or embedded by another site, and runs no code.
 */
export const DEFAULT_HEADERS: Readonly<Record<string, string>> = {
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED.join(', '),
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'x-frame-options': 'DENY',
}
