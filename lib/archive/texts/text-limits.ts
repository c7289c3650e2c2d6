import { MAX_CAPTION_BYTES, MAX_JSON3_BYTES } from '@/lib/captions/caption-limits'
import { env } from '@/lib/core/env'

/** Bounds of texts of which the main thread needs less than 20 ms of processor time. Worker processes take the others. */

/** A larger caption file is parsed by a worker process: an hour of subtitles has about 100 KB. */
export const INLINE_CAPTION_BYTES = 128 * 1024

/** A longer stored text is read and rendered by a worker process: three hours of speech have about 240 KB. */
export const INLINE_TEXT_BYTES = 256 * 1024

/** A longer stored text is laid out as subtitles by a worker process. */
export const INLINE_SUBTITLE_BYTES = 128 * 1024

/** A longer stored text is corrected, and compared with a vocabulary, by a worker: both read every character. */
export const INLINE_CORRECTION_BYTES = 64 * 1024

/** Fast speech in the wordiest formats, with a time for each word. JSON3 writes each word on several lines. */
const BYTES_PER_SECOND = { caption: 256, json3: 512 }

/** So that a server for short recordings still takes any file of them. */
const LEAST_SECONDS = 3600

/**
 * The largest text: as much as the longest recording can need. It bounds caption files, of which JSON3 may have twice as much, and
 * what corrections make of a text.
 */
export function captionLimits(): { maxBytes: number; maxJson3Bytes: number } {
  const seconds = Math.max(env().MEDIA_MAX_SECONDS, LEAST_SECONDS)
  return {
    maxBytes: Math.min(seconds * BYTES_PER_SECOND.caption, MAX_CAPTION_BYTES),
    maxJson3Bytes: Math.min(seconds * BYTES_PER_SECOND.json3, MAX_JSON3_BYTES),
  }
}
