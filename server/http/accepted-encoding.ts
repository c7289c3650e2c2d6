import type http from 'node:http'
import { parseAccept } from 'hono/utils/accept'

export type Encoding = 'identity' | 'gzip' | 'br'

/** The encoding that a request would rather have, of those it takes by name; Brotli where it does not care. */
export function acceptedEncoding({ headers }: Pick<http.IncomingMessage, 'headers'>): Encoding {
  const taken = parseAccept(String(headers['accept-encoding'] ?? ''))
  const weightOf = (wanted: Encoding) => taken.find(({ type }) => type.toLowerCase() === wanted)?.q ?? 0
  const [br, gzip] = [weightOf('br'), weightOf('gzip')]
  if (br === 0 && gzip === 0) return 'identity'
  return br >= gzip ? 'br' : 'gzip'
}
