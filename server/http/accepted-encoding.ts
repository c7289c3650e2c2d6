import type http from 'node:http'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { parseAccept } from 'hono/utils/accept'

export type Encoding = 'identity' | 'gzip' | 'br'

type Caller = Pick<http.IncomingMessage, 'headers'>

const brotli = promisify<string | Uint8Array, zlib.BrotliOptions, Buffer>(zlib.brotliCompress)
const gzip = promisify<string | Uint8Array, zlib.ZlibOptions, Buffer>(zlib.gzip)

/** Brotli at this level is fast, and within a tenth of the smallest size. */
const BROTLI_LEVEL = 5

/** Compresses text, by default at a level that is worth it for a response that is sent once. */
export function compress(content: string | Uint8Array, encoding: 'gzip' | 'br', level?: number): Promise<Buffer> {
  if (encoding === 'gzip') return gzip(content, level === undefined ? {} : { level })
  return brotli(content, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: level ?? BROTLI_LEVEL } })
}

/** The quality value of each encoding that a request names; 0: not accepted. */
function weightsOf({ headers }: Caller): { br: number; gzip: number } {
  const taken = parseAccept(String(headers['accept-encoding'] ?? ''))
  const weightOf = (wanted: Encoding) => taken.find(({ type }) => type.toLowerCase() === wanted)?.q ?? 0
  return { br: weightOf('br'), gzip: weightOf('gzip') }
}

/** Whether a request takes gzip, whatever it would rather have. */
export function takesGzip(request: Caller): boolean {
  return weightsOf(request).gzip > 0
}

/** The encoding that a request would rather have, of those it takes by name; Brotli where it does not care. */
export function acceptedEncoding(request: Caller): Encoding {
  if (request.headers['accept-encoding'] === undefined) return 'identity'
  const { br, gzip } = weightsOf(request)
  if (br === 0 && gzip === 0) return 'identity'
  return br >= gzip ? 'br' : 'gzip'
}
