import type http from 'node:http'
import { parseAccept } from 'hono/utils/accept'

export type Encoding = 'identity' | 'gzip' | 'br'

function weightOf({ headers }: Pick<http.IncomingMessage, 'headers'>, wanted: Encoding): number {
  const taken = parseAccept(String(headers['accept-encoding'] ?? ''))
  return taken.find(({ type }) => type.toLowerCase() === wanted)?.q ?? 0
}

/** Whether a request takes gzip, whatever it would rather have. */
export function takesGzip(request: Pick<http.IncomingMessage, 'headers'>): boolean {
  return weightOf(request, 'gzip') > 0
}

/** The encoding that a request would rather have, of those it takes by name; Brotli where it does not care. */
export function acceptedEncoding(request: Pick<http.IncomingMessage, 'headers'>): Encoding {
  const [br, gzip] = [weightOf(request, 'br'), weightOf(request, 'gzip')]
  if (br === 0 && gzip === 0) return 'identity'
  return br >= gzip ? 'br' : 'gzip'
}
