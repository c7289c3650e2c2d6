import { z } from 'zod'

const text = z.string().nullish().catch(null)
const number = z.number().nullish().catch(null)
/** A year: a longer recording is an error of the report. */
const seconds = z
  .number()
  .positive()
  .max(366 * 86_400)
  .nullish()
  .catch(null)

const subtitleSchema = z.object({
  ext: text,
  url: text,
  data: text,
  name: text,
  protocol: text,
  http_headers: z.record(z.string(), z.string()).nullish().catch(null),
})

/** A caption track in one of its formats, as yt-dlp lists them. */
export type Subtitle = z.infer<typeof subtitleSchema>

const subtitlesSchema = z.record(z.string(), z.array(subtitleSchema)).nullish().catch(null)

const formatSchema = z.object({
  vcodec: text,
  acodec: text,
  language: text,
  language_preference: number,
  format_note: text,
  url: text,
})

/** The sound or the picture of a recording in one of its qualities. */
export type Format = z.infer<typeof formatSchema>

const videoSchema = z.object({
  extractor: text,
  title: text,
  uploader: text,
  channel: text,
  uploader_id: text,
  thumbnail: text,
  timestamp: number,
  release_timestamp: number,
  upload_date: text,
  duration: seconds,
  language: text,
  live_status: text,
  is_live: z.boolean().nullish().catch(null),
  formats: z.array(formatSchema).nullish(),
  subtitles: subtitlesSchema,
  automatic_captions: subtitlesSchema,
})

/** One recording as `yt-dlp -J` reports it. */
export type VideoInfo = z.infer<typeof videoSchema> & {
  /** Its audio is split into several files, which only media players join. */
  isInParts: boolean
  /** The list of which this is the first recording, with its length where that is known; null for a recording alone. */
  list: { count: number | null } | null
}

const listSchema = z.object({
  _type: z.enum(['playlist', 'multi_video']),
  playlist_count: number,
  title: text,
  uploader: text,
  duration: seconds,
  entries: z.array(videoSchema).min(1),
})

/**
 * Reads what `yt-dlp -J` printed. A post with several videos counts as its first one. Throws a ZodError or SyntaxError
 * for anything else.
 */
export function parseVideoInfo(json: string): VideoInfo {
  const reported: unknown = JSON.parse(json)
  const list = listSchema.safeParse(reported)
  if (!list.success) return { ...videoSchema.parse(reported), isInParts: false, list: null }
  const { _type, entries, playlist_count, title, uploader, duration } = list.data
  const isInParts = _type === 'multi_video' && (playlist_count ?? entries.length) > 1
  const first = videoSchema.parse(entries[0])
  return {
    ...first,
    title: first.title ?? title,
    uploader: first.uploader ?? uploader,
    duration: isInParts ? duration : (first.duration ?? duration),
    isInParts,
    list: _type === 'playlist' ? { count: playlist_count ?? null } : null,
  }
}
