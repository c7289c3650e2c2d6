import { hash } from 'node:crypto'

const VERSION_CHARACTERS = 22

/** Every cache may keep it, but must revalidate it each time. */
export const REVALIDATED = { 'cache-control': 'public, no-cache' }

/** A version of bytes: the same as long as they are the same. */
export function versionOfBytes(bytes: string | Uint8Array): string {
  return hash('sha256', bytes, 'base64url').slice(0, VERSION_CHARACTERS)
}

/** Content hash for values without a version. */
export function versionOf(value: unknown): string {
  return versionOfBytes(JSON.stringify(value))
}

/** The entity tag (RFC 9110 §8.8.3) of a form of a version, with the options that it was rendered with. */
export function entityTag(version: string, form: string, options: object = {}): string {
  const chosen = Object.entries(options).map(([name, value]) => `;${name}=${value}`)
  return `"${version}.${form}${chosen.join('')}"`
}

/** HTTP's dates have whole seconds. */
const secondsOf = (date: Date) => Math.floor(date.getTime() / 1000)

/**
 * Whether a request has what bears this tag (`If-None-Match`, compared weakly), or without a tag what was last modified then
 * (`If-Modified-Since`).
 */
export function isUnchanged(headers: Pick<Headers, 'get'>, tag: string, modified: Date | null = null): boolean {
  const known = headers.get('if-none-match')
  if (known === null) {
    const since = headers.get('if-modified-since')
    return modified !== null && since !== null && secondsOf(new Date(since)) >= secondsOf(modified)
  }
  return known.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === tag)
}

/** Any of the encodings in which Next sends text. */
const ENCODING = /\b(?:gzip|deflate|br)\b|\*/i
/** Media types that Next does not compress: pictures, recordings, archives. */
const LEFT = /^(?:image\/(?!svg)|audio\/|video\/|font\/|application\/(?:octet-stream|zip|pdf))/i

/**
 * Weakens the entity tag of a response that Next compresses for its client: a strong one promises the same bytes (RFC 9110
 * §8.8.3), and Next leaves it as it is.
 */
export function weakenTag(request: Request, response: Response): Response {
  const tag = response.headers.get('etag')
  const isCompressed =
    ENCODING.test(request.headers.get('accept-encoding') ?? '') &&
    !LEFT.test(response.headers.get('content-type') ?? '') &&
    !response.headers.has('content-encoding')
  if (tag && isCompressed && !tag.startsWith('W/')) response.headers.set('etag', `W/${tag}`)
  return response
}
