import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import type { Platform } from '@/lib/platforms/platforms'

/**
 * How a platform itself marks its tracks, which yt-dlp leaves out: by the key of the track and, where a language has
 * several, its address.
 */
export type TrackMark = { key: string; url: string | null; made: 'by people' | 'by hearing' | 'by translating' }

const MAX_PAGE_BYTES = 8 * 1024 * 1024
const TIKTOK_DATA = '<script id="__UNIVERSAL_DATA_FOR_REHYDRATION__"'

const tiktokSchema = z.object({
  __DEFAULT_SCOPE__: z.object({
    'webapp.video-detail': z.object({
      itemInfo: z.object({
        itemStruct: z.object({
          video: z.object({
            subtitleInfos: z.array(
              z.object({ LanguageCodeName: z.string(), Url: z.string(), Source: z.string().optional() }),
            ),
          }),
        }),
      }),
    }),
  }),
})

const bilibiliSchema = z.object({
  data: z.object({
    subtitle: z.object({ subtitles: z.array(z.object({ lan: z.string(), ai_type: z.number().optional() })) }),
  }),
})

function parse<T>(schema: z.ZodType<T>, json: string): T | null {
  try {
    return schema.safeParse(JSON.parse(json)).data ?? null
  } catch {
    // Another page of the same platform.
    return null
  }
}

function fromTiktok(page: string): TrackMark[] {
  const start = page.indexOf('>', page.indexOf(TIKTOK_DATA))
  if (!page.includes(TIKTOK_DATA) || start < 0) return []
  const data = parse(tiktokSchema, page.slice(start + 1, page.indexOf('</script>', start)))
  const infos = data?.__DEFAULT_SCOPE__['webapp.video-detail'].itemInfo.itemStruct.video.subtitleInfos ?? []
  return infos.map(({ LanguageCodeName, Url, Source }) => ({
    key: LanguageCodeName,
    url: Url,
    made: Source === 'ASR' ? 'by hearing' : Source === 'MT' ? 'by translating' : 'by people',
  }))
}

function aiMark(lan: string, aiType: number | undefined): TrackMark[] {
  if (!lan.startsWith('ai-')) return [{ key: lan, url: null, made: 'by people' }]
  return aiType === undefined ? [] : [{ key: lan, url: null, made: aiType === 0 ? 'by hearing' : 'by translating' }]
}

function fromBilibili(page: string): TrackMark[] {
  if (!page.startsWith('{')) return []
  const subtitles = parse(bilibiliSchema, page)?.data.subtitle.subtitles ?? []
  return subtitles.flatMap(({ lan, ai_type }) => aiMark(lan, ai_type))
}

const READERS: Partial<Record<Platform, (page: string) => TrackMark[]>> = { tiktok: fromTiktok, bilibili: fromBilibili }

/** Whether a platform's pages have to be kept by yt-dlp (`--write-pages`) for `parseTrackMarks`. */
export function hasTrackMarks(platform: Platform): boolean {
  return READERS[platform] !== undefined
}

/** The marks in the pages that yt-dlp kept in its working folder. */
export async function parseTrackMarks(platform: Platform, folder: string): Promise<TrackMark[]> {
  const read = READERS[platform]
  if (!read) return []
  const marks: TrackMark[] = []
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name)
    if (!name.endsWith('.dump') || (await stat(file)).size > MAX_PAGE_BYTES) continue
    marks.push(...read(await readFile(file, 'utf8')))
  }
  return marks
}
