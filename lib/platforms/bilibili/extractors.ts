import { z } from 'zod'
import type { MediaRef } from '@/lib/archive/media/media-ref'
import { canonicalLanguage } from '@/lib/captions/language/canonical-language'
import { Problem } from '@/lib/core/problem/problem'
import type { ProblemCode } from '@/lib/core/problem/problem-table'
import type { CaptionTrack, Extractor, SourceMedia } from '@/lib/sources/extractors/extractor'
import { fetchEmbed, parseEmbed } from '@/lib/sources/extractors/fetch-embed'
import { PRIVATE_LIST } from '@/lib/sources/yt-dlp/failures/failure-phrases'
import { parseMarks, type TrackMark } from '@/lib/sources/yt-dlp/output/track-mark'
import type { SiteSource } from '../site-source'
import { bilibiliLinks } from './links'

const HOSTS = [
  'bilibili.com',
  'bilibili.tv',
  'bilivideo.com',
  'bilivideo.cn',
  'hdslb.com',
  'biliapi.net',
  'upos-hz-mirrorakam.akamaized.net',
]
const AUTOMATIC_KEY = /^ai-/
const TIMEOUT_MS = 5000
const API = 'https://api.bilibili.com/x'
/** Without it, the API and the hosts of the media refuse. */
const HEADERS = { referer: 'https://www.bilibili.com/' }
const MAX_TRACKS = 6
/** The answer's own sign that separate audio and video are wanted. */
const DASH = '16'

/** The meaning of the API's codes. */
const CODES: Readonly<Record<number, ProblemCode>> = {
  [-403]: 'source_login_required',
  [-404]: 'source_not_found',
  [-412]: 'upstream_blocked',
  [-10403]: 'source_geo_blocked',
  62002: 'source_not_found',
  62004: 'source_not_found',
  62012: 'source_private',
}

const viewSchema = z.object({
  title: z.string().nullish(),
  pic: z.string().nullish(),
  pubdate: z.number().nullish(),
  duration: z.number().nullish(),
  owner: z.object({ name: z.string().nullish() }).nullish(),
  pages: z.array(z.object({ cid: z.number(), part: z.string().nullish(), duration: z.number().nullish() })).min(1),
})

const subtitleSchema = z.object({
  lan: z.string(),
  lan_doc: z.string().nullish(),
  subtitle_url: z.string(),
  ai_type: z.number().nullish(),
})

const playerSchema = z.object({
  subtitle: z.object({ subtitles: z.array(subtitleSchema).nullish() }).nullish(),
})

const streamSchema = z.object({
  dash: z
    .object({ audio: z.array(z.object({ baseUrl: z.string(), bandwidth: z.number().nullish() })).nullish() })
    .nullish(),
})

const textSchema = z.object({
  body: z.array(z.object({ from: z.number(), to: z.number(), content: z.string() })),
})

type Subtitle = z.infer<typeof subtitleSchema>

async function call<T>(path: string, query: Record<string, string>, data: z.ZodType<T>, signal: AbortSignal) {
  const url = `${API}/${path}?${new URLSearchParams(query)}`
  const json = await fetchEmbed(url, { platform: 'bilibili', hosts: HOSTS, signal, headers: HEADERS })
  const { code } = parseEmbed(z.object({ code: z.number() }), json)
  if (code !== 0) throw new Problem(CODES[code] ?? 'upstream_changed', { cause: `Bilibili's code ${code}` })
  return parseEmbed(z.object({ data }), json).data
}

/** Null for subtitles without text. */
async function toTrack(
  { lan, lan_doc, subtitle_url, ai_type }: Subtitle,
  signal: AbortSignal,
): Promise<CaptionTrack | null> {
  const isAutomatic = AUTOMATIC_KEY.test(lan)
  const url = subtitle_url.replace(/^\/\//, 'https://')
  const text = await fetchEmbed(url, { platform: 'bilibili', hosts: HOSTS, signal, headers: HEADERS })
  if (parseEmbed(textSchema, text).body.length === 0) return null
  return {
    lang: canonicalLanguage(lan.replace(AUTOMATIC_KEY, '')),
    name: lan_doc ?? null,
    source: isAutomatic ? 'auto_captions' : 'captions',
    body: { kind: 'text', text },
    ...(isAutomatic && ai_type === 0 ? { original: true } : {}),
  }
}

/** A machine's translation has `ai_type` 1. */
const isTranslation = ({ lan, ai_type }: Subtitle) => AUTOMATIC_KEY.test(lan) && ai_type !== 0

const pageSchema = z.object({
  data: z.object({
    subtitle: z.object({ subtitles: z.array(z.object({ lan: z.string(), ai_type: z.number().optional() })) }),
  }),
})

function readMarks(page: string): TrackMark[] {
  const subtitles = parseMarks(pageSchema, page.startsWith('{') ? page : null)?.data.subtitle.subtitles ?? []
  return subtitles.flatMap(({ lan, ai_type }): TrackMark[] => {
    if (!AUTOMATIC_KEY.test(lan)) return [{ key: lan, url: null, made: 'by people' }]
    return ai_type === undefined ? [] : [{ key: lan, url: null, made: ai_type === 0 ? 'by hearing' : 'by translating' }]
  })
}

async function probe(ref: MediaRef, signal: AbortSignal): Promise<SourceMedia> {
  const id = /^av(\d+)$/i.exec(ref.videoId)?.[1]
  const video: Record<string, string> = id ? { aid: id } : { bvid: ref.videoId }
  const view = await call('web-interface/view', video, viewSchema, signal)
  const number = Number(/^part-(\d+)$/.exec(ref.accessKey)?.[1] ?? 1)
  const part = view.pages[number - 1]
  if (!part) throw new Problem('source_not_found', { cause: 'the video has fewer parts' })
  const query = { ...video, cid: String(part.cid) }
  const { subtitle } = await call('player/v2', query, playerSchema, signal)
  const subtitles = (subtitle?.subtitles ?? []).filter((listed) => !isTranslation(listed)).slice(0, MAX_TRACKS)
  const tracks = await Promise.all(subtitles.map((listed) => toTrack(listed, signal)))
  const { dash } = await call('player/playurl', { ...query, fnval: DASH }, streamSchema, signal)
  const [smallest] = [...(dash?.audio ?? [])].sort((a, b) => (a.bandwidth ?? 0) - (b.bandwidth ?? 0))
  const seconds = part.duration ?? (view.pages.length === 1 ? view.duration : null)
  return {
    title: [view.title?.trim(), view.pages.length > 1 ? part.part?.trim() : ''].filter(Boolean).join(' - ') || null,
    author: view.owner?.name ?? null,
    thumbnailUrl: view.pic?.replace(/^http:/, 'https:') ?? null,
    publishedAt: view.pubdate ? new Date(view.pubdate * 1000) : null,
    durationMs: seconds ? seconds * 1000 : null,
    kind: 'video',
    spokenLang: null,
    tracks: tracks.filter((track) => track !== null),
    audio: smallest ? { kind: 'link', url: smallest.baseUrl, headers: HEADERS } : { kind: 'yt-dlp' },
  }
}

/** Asks the API that embedded players of Bilibili ask, for videos and their parts; episodes and bilibili.tv have others. */
const bilibiliApi: Extractor = {
  name: 'bilibili api',
  timeoutMs: TIMEOUT_MS,
  isFallback: true,
  handles: ({ videoId }) => /^(?:BV|av)/.test(videoId),
  probe,
}

export const bilibiliSource: SiteSource = {
  links: bilibiliLinks,
  hosts: HOSTS,
  ytDlp: {
    recordings: ['BiliBili', 'BiliBiliBangumi', 'BiliIntl'],
    lists: [
      'BilibiliSpaceVideo',
      'BilibiliCollectionList',
      'BilibiliSeriesList',
      'BilibiliFavoritesList',
      'BiliBiliBangumiSeason',
    ],
    failures: [
      { phrase: /exceeded the rate limit|Request is (?:blocked|rejected) by server/, code: 'upstream_blocked' },
      { phrase: /Unable to download video info: (?:352|401|412)\b/, code: 'upstream_blocked' },
      { phrase: /for premium members only|supporter-only video/, code: 'source_members_only' },
      { phrase: /This video may be deleted or geo-restricted/, code: 'source_not_found' },
      { phrase: /This is a private (?:favorites list|playlist)/, code: 'source_private', detail: PRIVATE_LIST },
    ],
  },
  fallback: bilibiliApi,
  tracks: { automaticKey: AUTOMATIC_KEY, readMarks },
  probe: 'https://www.bilibili.com/video/BV13x41117TL',
}
