import { Problem } from '@/lib/core/problem/problem'
import type { Segment } from '../cue'

/** The length of a text in bytes of UTF-8, without times, and the most that a correction may make of it. */
export type TextSize = { bytes: number; maxBytes: number }

const encoder = new TextEncoder()

/** The length of a string in bytes of UTF-8. */
export function utf8Length(text: string): number {
  return encoder.encode(text).byteLength
}

/** The size of segments, in time linear in their text. */
export function sizeOf(segments: readonly Segment[], maxBytes: number): TextSize {
  return { bytes: segments.reduce((sum, { text }) => sum + utf8Length(text), 0), maxBytes }
}

/** Throws `file_too_large` if a correction that adds `growthBytes` makes a text too long. A correction that adds nothing fits. */
export function requireRoom({ bytes, maxBytes }: TextSize, growthBytes: number): void {
  if (growthBytes <= 0 || bytes + growthBytes <= maxBytes) return
  const mebibytes = Math.floor((maxBytes / 2 ** 20) * 10) / 10
  throw new Problem('file_too_large', {
    detail: `This correction would make the text longer than ${mebibytes} MiB. Nothing was changed. Add less, or correct fewer places.`,
    context: { max_bytes: maxBytes, bytes: bytes + growthBytes },
  })
}
