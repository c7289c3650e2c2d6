import { z } from 'zod'
import { TranscriptSource as sources } from '@/lib/core/generated/prisma/enums'
import { PLATFORM_IDS, type Platform } from '@/lib/platforms/platforms'
import { type BinaryFormat, type DownloadFormat, downloadFormat, isBinary } from './document-files'
import { DOWNLOADS } from './formats/downloads'
import type { LayoutOptions } from './layout/subtitle-layout'
import type { Speaker } from './speakers'
import { warningSchema } from './warning'

/**
 * The options of a reader beside the format. `words`: true also puts the times of words into WebVTT, false leaves words out of JSON; by
 * default JSON has them where they are known, and no other format. `speakers`: false leaves out who speaks. The rest lays out subtitles.
 */
export type RenderOptions = { words?: boolean | undefined; speakers?: boolean | undefined } & LayoutOptions

/** The formats that the JSON of a transcript can hold. */
export type Format = Exclude<DownloadFormat, BinaryFormat>

/** The canonical names of the formats, in the order of the interface. */
export const FORMATS: readonly Format[] = DOWNLOADS.flatMap((format) => ('isBinary' in format ? [] : [format.id]))

/** The canonical format of a name (`md` is `markdown`); null for an unknown name. */
export function canonicalFormat(name: string): Format | null {
  const format = downloadFormat(name)
  return FORMATS.find((known) => known === format) ?? null
}

/** The format that the JSON of a transcript names when it is downloaded as a file: no Word document and no PDF. */
export function jsonFormat(format: DownloadFormat): Format {
  return isBinary(format) ? 'json' : format
}

export const platformSchema = z.enum(PLATFORM_IDS)

export const transcriptSourceSchema = z.enum(sources)
export type TranscriptSource = z.infer<typeof transcriptSourceSchema>

const seconds = z.number().nonnegative()

const wordSchema = z.object({ start: seconds, end: seconds, text: z.string() })

export const segmentSchema = z.object({
  start: seconds,
  end: seconds,
  duration: seconds,
  text: z.string(),
  words: z.array(wordSchema).optional(),
  /** The id of one of the transcript's speakers. */
  speaker: z.string().optional(),
})

/** A person who speaks in a recording. `name` is null until a user names them. */
const speakerSchema = z.object({ id: z.string(), name: z.string().nullable() }).meta({ id: 'Speaker' })

/**
 * A transcript as every interface returns it. `format` json carries `text` and `segments`; every other format carries
 * `content`, the document as one string. Times are seconds with three decimals at most.
 */
export const transcriptSchema = z
  .object({
    id: z.string(),
    video_id: z.string(),
    platform: platformSchema,
    source: transcriptSourceSchema,
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
    /** The speakers, where the source or the engine distinguishes them. */
    speakers: z.array(speakerSchema).optional(),
    content: z.string().optional(),
    warnings: z.array(warningSchema),
    cached: z.boolean(),
    created_at: z.string(),
  })
  .meta({ id: 'Transcript' })
/** Inside the service `document` replaces a text that is too long for memory. */
export type Transcript = z.infer<typeof transcriptSchema> & { document?: LargeDocument }

/**
 * A reference to the text of a transcript that is too long for memory, in one format. It replaces `text` and
 * `segments`, or `content`, until the response is sent (`lib/archive/documents`).
 */
export type LargeDocument = {
  transcriptId: string
  /** When the text was stored, in milliseconds: another text under the same id is another document. */
  changedAt: number
  format: DownloadFormat
  /** Only segments that begin before this time; null: all. */
  coveredMs: number | null
  /** BCP 47; says how sentences end. */
  lang: string | null
  title: string | null
  url: string
  platform: Platform
  speakers: readonly Speaker[]
  options: RenderOptions
  /** The owner of the request, for fairness: a user's id, or `public`. */
  reader: string
}
