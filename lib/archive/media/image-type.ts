/**
 * The first bytes, in hexadecimal, of the image types that every browser shows and none executes. SVG is left out: it
 * may contain scripts.
 */
const SIGNATURES: readonly (readonly [string, RegExp])[] = [
  ['image/jpeg', /^ffd8ff/],
  ['image/png', /^89504e470d0a1a0a/],
  ['image/webp', /^52494646.{8}57454250/],
  ['image/avif', /^.{8}66747970617669(?:66|73)/],
  ['image/gif', /^47494638(?:37|39)61/],
]

/** The media type of an image by its bytes, whatever a server declares; null where it is none of these. */
export function imageType(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('hex')
  return SIGNATURES.find(([, signature]) => signature.test(start))?.[0] ?? null
}
