import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Encoding } from '../accepted-encoding'

/** A page as it is sent, over and over: its bytes in each encoding, and the headers that go with them. */
export type CachedPage = {
  headers: Readonly<Record<string, string>>
  bodies: Readonly<Record<Encoding, Buffer>>
  sizeBytes: number
}

/** Quick to make, and a tenth from the best. */
const BROTLI_QUALITY = 5

/** Of one answer only, or of how it came here. */
const NOT_KEPT = new Set([
  'cache-control',
  'connection',
  'content-encoding',
  'content-length',
  'date',
  'etag',
  'keep-alive',
  'set-cookie',
  'transfer-encoding',
  'vary',
  'x-request-id',
])

/** Keeps a page that Next has made: `headers` are those it came with. */
export async function toCachedPage(html: string, headers: Readonly<Record<string, string>>): Promise<CachedPage> {
  const identity = Buffer.from(html)
  const [gzipped, brotli] = await Promise.all([
    promisify(gzip)(identity),
    promisify(brotliCompress)(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  ])
  const kept = Object.entries(headers).filter(([name]) => !NOT_KEPT.has(name))
  return {
    headers: { ...Object.fromEntries(kept), vary: 'accept-encoding, cookie' },
    bodies: { identity, gzip: gzipped, br: brotli },
    sizeBytes: identity.byteLength + gzipped.byteLength + brotli.byteLength,
  }
}
