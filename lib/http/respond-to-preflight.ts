import { DEFAULT_HEADERS } from '@/lib/core/http/default-headers'

/**
 * The request headers that a page of another origin may send. `Authorization` has to be named: `*` does not include it.
 */
const ALLOWED_HEADERS = [
  'Authorization',
  'Content-Type',
  'Accept',
  'Accept-Language',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'Range',
  'Tus-Resumable',
  'Upload-Offset',
  'Last-Event-ID',
  'Mcp-Protocol-Version',
  'Mcp-Session-Id',
  'Mcp-Method',
  'Mcp-Name',
]

const ONE_DAY_SECONDS = 24 * 3600

/** The response to OPTIONS: what may be called on this path, from any origin (the Fetch standard’s CORS preflight). `own`: headers of the path. */
export function respondToPreflight(methods: readonly string[], own: Record<string, string> = {}): Response {
  const allow = [...methods, 'OPTIONS'].join(', ')
  const headers = {
    ...DEFAULT_HEADERS,
    ...own,
    allow,
    'access-control-allow-methods': allow,
    'access-control-allow-headers': ALLOWED_HEADERS.join(', '),
    'access-control-max-age': String(ONE_DAY_SECONDS),
  }
  return new Response(null, { status: 204, headers })
}
