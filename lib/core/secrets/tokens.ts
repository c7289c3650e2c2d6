import { createHash, createHmac, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const SECRET_LENGTH = 32
const CHECKSUM_LENGTH = 6

function checksum(text: string): string {
  let rest = crc32(text)
  let digits = ''
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    digits = BASE62.charAt(rest % 62) + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}

/**
 * A new secret token: the prefix, 32 base62 characters from a CSPRNG (190 bits) and a CRC-32 of both, so that a scanner
 * can recognize a real token offline and a truncated paste is rejected before the database is queried.
 */
export function newToken(prefix: string): string {
  let body = prefix
  for (let i = 0; i < SECRET_LENGTH; i++) body += BASE62.charAt(randomInt(62))
  return body + checksum(body)
}

/** The token that follows another one: the same for each call with the same key, and unknown to those without the key. */
export function nextToken(prefix: string, token: string, key: Buffer): string {
  let rest = BigInt(`0x${createHmac('sha256', key).update(token).digest('hex')}`)
  let body = prefix
  for (let i = 0; i < SECRET_LENGTH; i++) {
    body += BASE62.charAt(Number(rest % 62n))
    rest /= 62n
  }
  return body + checksum(body)
}

/** Whether a token has the prefix, the length, the alphabet and the checksum of one of ours. */
export function isWellFormedToken(token: string, prefix: string): boolean {
  if (!token.startsWith(prefix) || token.length !== prefix.length + SECRET_LENGTH + CHECKSUM_LENGTH) return false
  if (!/^[0-9A-Za-z]*$/.test(token.slice(prefix.length))) return false
  const body = token.slice(0, -CHECKSUM_LENGTH)
  return checksum(body) === token.slice(-CHECKSUM_LENGTH)
}

/** SHA-256 of a token: all that is ever stored of it. No stretching: 190 bits can't be guessed. */
export function hashToken(token: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(token).digest())
}
