import { z } from 'zod'
import type { LargeDocument } from './large-document'

/** The canonical names of the formats, in the order in which they are offered. */
export const FORMATS = ['json', 'text', 'srt', 'vtt', 'markdown'] as const
export type Format = (typeof FORMATS)[number]

const ALIASES: Readonly<Record<string, Format>> = { txt: 'text', webvtt: 'vtt', md: 'markdown' }

/** The canonical format a caller means (`md` is `markdown`), or null when there is none of that name. */
export function canonicalFormat(name: string): Format | null {
  const wanted = name.trim().toLowerCase()
  return FORMATS.find((format) => format === wanted) ?? ALIASES[wanted] ?? null
}

export const PLATFORMS = [
  'youtube',
  'x',
  'tiktok',
  'facebook',
  'instagram',
  'rednote',
  'upload',
  'podcast',
  'bilibili',
  'vimeo',
] as const
export type Platform = (typeof PLATFORMS)[number]

export const SOURCES = ['captions', 'auto_captions', 'speech_to_text'] as const
export type TranscriptSource = (typeof SOURCES)[number]

const seconds = z.number().nonnegative()

const wordSchema = z.object({ start: seconds, end: seconds, text: z.string() })

export const segmentSchema = z.object({
  start: seconds,
  end: seconds,
  duration: seconds,
  text: z.string(),
  words: z.array(wordSchema).optional(),
})

export const warningSchema = z.object({
  code: z.enum(['language_fallback', 'language_unknown', 'partial', 'no_speech', 'offline_engine']),
  detail: z.string(),
})
export type Warning = z.infer<typeof warningSchema>

/**
 * A transcript as every interface gives it. `format` json carries `text` and `segments`; every other format carries
 * `content`, the document as one string. Times are seconds with three decimals at most.
 */
export const transcriptSchema = z
  .object({
    id: z.string(),
    video_id: z.string(),
    platform: z.enum(PLATFORMS),
    source: z.enum(SOURCES),
    engine: z.object({ name: z.string(), model: z.string() }).nullable(),
    url: z.string(),
    title: z.string().nullable(),
    author: z.string().nullable(),
    thumbnail_url: z.string().nullable(),
    published_at: z.string().nullable(),
    lang: z.string().nullable(),
    requested_lang: z.string(),
    available_langs: z.array(z.string()),
    duration_seconds: z.int(),
    total_seconds: z.int(),
    complete: z.boolean(),
    format: z.enum(FORMATS),
    text: z.string().optional(),
    segments: z.array(segmentSchema).optional(),
    content: z.string().optional(),
    warnings: z.array(warningSchema),
    cached: z.boolean(),
    created_at: z.string(),
  })
  .meta({ id: 'Transcript' })
/** In the service a text may be too long to be in memory: then `document` names it in place of the text. */
export type Transcript = z.infer<typeof transcriptSchema> & { document?: LargeDocument }
