import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** A page as it is sent, over and over: its bytes in each encoding, and the headers that go with them. */
export type KeptPage = {
  headers: Readonly<Record<string, string>>
  bodies: Readonly<Record<'identity' | 'gzip' | 'br', Buffer>>
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

const INLINE_SCRIPT =
  /<script(?=[^>]{0,500}\snonce="([^"]{1,100})")(?![^>]{0,500}\ssrc=)[^>]{0,500}>([\s\S]*?)<\/script>/g
const NONCE = /'nonce-([^']{1,100})'/

function hashOf(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`
}

/**
 * A page that was made for one request, made fit for all: its scripts are known by their hashes (CSP 3 §6.7.3.3) in place of
 * a nonce, which may serve once only.
 */
function withoutNonce(html: string, policy: string): { html: string; policy: string } {
  const nonce = NONCE.exec(policy)?.[1]
  if (!nonce) return { html, policy }
  const plain = html.replaceAll(` nonce="${nonce}"`, '').replaceAll(nonce, '')
  // A script that slipped in with somebody's text has no nonce, and so gets no hash.
  const ours = Array.from(html.matchAll(INLINE_SCRIPT)).filter(([, own]) => own === nonce)
  const hashes = new Set(ours.map(([, , script = '']) => hashOf(script.replaceAll(nonce, ''))))
  // Scripts of our own that these load are told by where they lie.
  return { html: plain, policy: policy.replace(NONCE, [...hashes].join(' ')).replace(" 'strict-dynamic'", '') }
}

/** Keeps a page that Next has made: `headers` are those it came with. */
export async function keepPage(made: string, headers: Readonly<Record<string, string>>): Promise<KeptPage> {
  const { html, policy } = withoutNonce(made, headers['content-security-policy'] ?? '')
  const identity = Buffer.from(html)
  const [gzipped, brotli] = await Promise.all([
    promisify(gzip)(identity),
    promisify(brotliCompress)(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  ])
  const kept = Object.entries(headers).filter(([name]) => !NOT_KEPT.has(name))
  const plain = kept.map(([name, value]) => [name, value.replace(/; nonce="[^"]{0,100}"/g, '')])
  return {
    headers: { ...Object.fromEntries(plain), 'content-security-policy': policy, vary: 'accept-encoding, cookie' },
    bodies: { identity, gzip: gzipped, br: brotli },
    sizeBytes: identity.byteLength + gzipped.byteLength + brotli.byteLength,
  }
}
