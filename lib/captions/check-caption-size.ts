import { Problem } from '@/lib/platform/problem'

/** Throws `file_too_large` for a caption file of more than `maxBytes`. */
export function checkCaptionSize(byteLength: number, maxBytes: number): void {
  if (byteLength <= maxBytes) return
  const detail = `A caption file can have up to ${maxBytes / 2 ** 20} MB. Split it, or upload the recording.`
  throw new Problem('file_too_large', { detail, context: { max_bytes: maxBytes } })
}
