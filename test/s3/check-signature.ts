import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export const ACCESS_KEY_ID = 'VERBATIMTESTKEY'
export const SECRET_ACCESS_KEY = 'a secret of the tests alone'

type Signed = { credential: string; signedHeaders: string[]; signature: string; date: string; payloadHash: string }

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')

/** RFC 3986's unreserved characters stay (AWS Signature Version 4, "UriEncode"). */
function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
}

function readHeader({ headers }: IncomingMessage): Signed | null {
  const text = headers.authorization ?? ''
  const match = /^AWS4-HMAC-SHA256 Credential=([^,\s]+), ?SignedHeaders=([^,\s]+), ?Signature=([0-9a-f]{64})$/.exec(
    text,
  )
  if (!match) return null
  const [, credential = '', names = '', signature = ''] = match
  const date = String(headers['x-amz-date'] ?? '')
  const payloadHash = String(headers['x-amz-content-sha256'] ?? '')
  return { credential, signedHeaders: names.split(';'), signature, date, payloadHash }
}

function readQuery(query: URLSearchParams): Signed | null {
  const get = (name: string) => query.get(`X-Amz-${name}`) ?? ''
  if (get('Algorithm') !== 'AWS4-HMAC-SHA256') return null
  return {
    credential: get('Credential'),
    signedHeaders: get('SignedHeaders').split(';'),
    signature: get('Signature'),
    date: get('Date'),
    payloadHash: 'UNSIGNED-PAYLOAD',
  }
}

function canonicalRequest(request: IncomingMessage, url: URL, { signedHeaders, payloadHash }: Signed): string {
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')
  const headers = signedHeaders.map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`).join('')
  return [request.method, url.pathname, query, headers, signedHeaders.join(';'), payloadHash].join('\n')
}

function timeOf(date: string): number {
  return Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
}

/**
 * The answer of S3 to a request with a wrong signature (AWS Signature Version 4, in the header or the query): the
 * error's code; null for one that is. `body` is what came, as far as its hash is signed.
 */
export function signatureError(request: IncomingMessage, url: URL, body: Uint8Array): string | null {
  const signed = readHeader(request) ?? readQuery(url.searchParams)
  if (!signed) return 'AccessDenied'
  const [keyId, day = '', region = '', service = '', end] = signed.credential.split('/')
  if (keyId !== ACCESS_KEY_ID || service !== 's3' || end !== 'aws4_request') return 'InvalidAccessKeyId'
  const lifetime = url.searchParams.get('X-Amz-Expires')
  const age = (Date.now() - timeOf(signed.date)) / 1000
  if (!(Math.abs(age) < 900) && lifetime === null) return 'RequestTimeTooSkewed'
  if (lifetime !== null && !(age <= Number(lifetime))) return 'AccessDenied'
  const unsigned = Object.keys(request.headers).filter((name) => name.startsWith('x-amz-') || name === 'host')
  if (unsigned.some((name) => !signed.signedHeaders.includes(name))) return 'AccessDenied'
  const isHashed = /^[0-9a-f]{64}$/.test(signed.payloadHash)
  if (!isHashed && signed.payloadHash !== 'UNSIGNED-PAYLOAD') return 'InvalidRequest'
  if (isHashed && sha256(body) !== signed.payloadHash) return 'XAmzContentSHA256Mismatch'
  const scope = `${day}/${region}/s3/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', signed.date, scope, sha256(canonicalRequest(request, url, signed))].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${SECRET_ACCESS_KEY}`)
  return hmac(key, toSign).toString('hex') === signed.signature ? null : 'SignatureDoesNotMatch'
}
