import { Problem } from '@/lib/platform/problem'

/** Says that a caption file, or a text track, has more than `maxBytes`. */
export function captionsTooLarge(maxBytes: number): Problem {
  const mebibytes = Math.floor((maxBytes / 2 ** 20) * 10) / 10
  const detail = `A caption file can have up to ${mebibytes} MiB on this server. Split it, or upload the recording.`
  return new Problem('file_too_large', { detail, context: { max_bytes: maxBytes } })
}

/** Throws `file_too_large` for a caption file of more than `maxBytes`. */
export function checkCaptionSize(byteLength: number, maxBytes: number): void {
  if (byteLength > maxBytes) throw captionsTooLarge(maxBytes)
}
