import type { z } from 'zod'

/**
 * How a platform itself marks its tracks, which yt-dlp leaves out: by the key of the track and, where a language has
 * several, its address.
 */
export type TrackMark = { key: string; url: string | null; made: 'by people' | 'by hearing' | 'by translating' }

/** The marks in a page; null for another page of the same platform. */
export function parseMarks<T>(schema: z.ZodType<T>, json: string | null): T | null {
  try {
    return schema.safeParse(JSON.parse(json ?? '')).data ?? null
  } catch {
    return null
  }
}
