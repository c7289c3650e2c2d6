import { Problem } from '@/lib/core/problem/problem'

/** The largest caption file that is parsed. A day of dense captions is about 2 MB. */
export const MAX_CAPTION_BYTES = 32 * 1024 * 1024

/** The largest json3 document, which is parsed chunk by chunk: it takes some 40 bytes for each word. */
export const MAX_JSON3_BYTES = 96 * 1024 * 1024

/** The most cues of a file. Parsers count further ones as dropped. */
export const MAX_CUES = 300_000

/** The most words with times of a file. Further text stays, without word times. */
export const MAX_WORDS = 2_000_000

/** The problem of a caption file or text track with more than `maxBytes`. */
export function captionsTooLarge(maxBytes: number): Problem {
  const mebibytes = Math.floor((maxBytes / 2 ** 20) * 10) / 10
  const detail = `A caption file can have up to ${mebibytes} MiB on this server. Split it, or upload the recording.`
  return new Problem('file_too_large', { detail, context: { max_bytes: maxBytes } })
}

/** Throws `file_too_large` for a caption file of more than `maxBytes`. */
export function checkCaptionSize(byteLength: number, maxBytes: number): void {
  if (byteLength > maxBytes) throw captionsTooLarge(maxBytes)
}
