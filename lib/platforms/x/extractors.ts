import { z } from 'zod'
import type { MediaRef } from '@/lib/archive/media/media-ref'
import { canonicalLanguage } from '@/lib/captions/language/canonical-language'
import { parseUrl } from '@/lib/core/http/parse-url'
import { Problem } from '@/lib/core/problem/problem'
import type { ProblemCode } from '@/lib/core/problem/problem-table'
import type { CaptionTrack, Extractor, SourceMedia } from '@/lib/sources/extractors/extractor'
import { fetchEmbed, parseEmbed } from '@/lib/sources/extractors/fetch-embed'
import { NO_VIDEO } from '@/lib/sources/yt-dlp/failures/failure-phrases'
import type { SiteSource } from '../site-source'
import { xLinks } from './links'

const HOSTS = ['x.com', 'twitter.com', 'twimg.com', 'pscp.tv', 'periscope.tv']
const TIMEOUT_MS = 4000

const variantSchema = z.object({ content_type: z.string(), url: z.string(), bitrate: z.number().nullish() })
const mediaSchema = z.object({
  media_url_https: z.string().nullish(),
  video_info: z.object({ duration_millis: z.number().nullish(), variants: z.array(variantSchema) }).nullish(),
})

const postSchema = z.union([
  z.object({ tombstone: z.object({ text: z.object({ text: z.string() }) }) }),
  z.object({
    text: z.string(),
    created_at: z.string().nullish(),
    user: z.object({ name: z.string() }).nullish(),
    mediaDetails: z.array(mediaSchema).nullish(),
  }),
])

type Video = NonNullable<z.infer<typeof mediaSchema>['video_info']>

/** The texts of X in an embed of a post that can't be seen, and what each means. */
const TOMBSTONES: readonly [RegExp, ProblemCode][] = [
  [/age-restricted/i, 'source_age_restricted'],
  [/limits who can view|protected/i, 'source_private'],
  [/deleted|no longer available|doesn.t exist|suspended|violated/i, 'source_not_found'],
]

/** The token that X's own embed script sends with a post's number. */
function embedToken(id: string): string {
  return ((Number(id) / 1e15) * Math.PI).toString(36).replace(/0+|\./g, '')
}

function refusal(text: string): Problem {
  const [, code = 'upstream_changed'] = TOMBSTONES.find(([phrase]) => phrase.test(text)) ?? []
  return new Problem(code, { cause: text })
}

function titleOf(name: string | undefined, text: string): string | null {
  const words = text.replace(/(?<!\s)\s*https?:\/\/\S+/g, '').replace(/\s+/g, ' ')
  return [name, words.trim()].filter(Boolean).join(' - ') || null
}

function attribute(line: string, name: string): string | null {
  return new RegExp(`[:,]${name}="([^"]*)"`).exec(line)?.[1] ?? null
}

/** The caption tracks in an HLS multivariant playlist (RFC 8216 §4.3.4.1). */
function tracksIn(playlist: string, base: string): CaptionTrack[] {
  const lines = playlist.split(/\r?\n/).filter((line) => /^#EXT-X-MEDIA:(?:.*,)?TYPE=SUBTITLES(?:,|$)/.test(line))
  return lines.flatMap((line) => {
    const url = parseUrl(attribute(line, 'URI') ?? '', new URL(base))?.href
    if (!url) return []
    const lang = canonicalLanguage(attribute(line, 'LANGUAGE'))
    return { lang, name: attribute(line, 'NAME'), source: 'captions' as const, body: { kind: 'hls' as const, url } }
  })
}

async function listTracks({ variants }: Video, signal: AbortSignal): Promise<CaptionTrack[]> {
  const playlist = variants.find(({ content_type }) => content_type.toLowerCase() === 'application/x-mpegurl')?.url
  return playlist ? tracksIn(await fetchEmbed(playlist, { platform: 'x', hosts: HOSTS, signal }), playlist) : []
}

/** Which of a post's videos the link means. */
function videoIn(ref: MediaRef, media: readonly z.infer<typeof mediaSchema>[]) {
  const number = Number(/^video-(\d)$/.exec(ref.accessKey)?.[1] ?? 1)
  return media.filter(({ video_info }) => video_info)[number - 1]
}

async function probe(ref: MediaRef, signal: AbortSignal): Promise<SourceMedia> {
  const query = new URLSearchParams({ id: ref.videoId, token: embedToken(ref.videoId), lang: 'en' })
  const json = await fetchEmbed(`https://cdn.syndication.twimg.com/tweet-result?${query}`, {
    platform: 'x',
    hosts: HOSTS,
    signal,
  })
  const post = parseEmbed(postSchema, json)
  if ('tombstone' in post) throw refusal(post.tombstone.text.text)
  const found = videoIn(ref, post.mediaDetails ?? [])
  if (!found?.video_info) throw new Problem('source_not_found', { cause: 'the post has no video' })
  const video = found.video_info
  const files = video.variants.filter(({ content_type }) => content_type === 'video/mp4')
  const [smallest] = files.sort((a, b) => (a.bitrate ?? 0) - (b.bitrate ?? 0))
  const publishedAt = new Date(post.created_at ?? Number.NaN)
  return {
    title: titleOf(post.user?.name, post.text),
    author: post.user?.name ?? null,
    thumbnailUrl: found.media_url_https ?? null,
    publishedAt: Number.isNaN(publishedAt.getTime()) ? null : publishedAt,
    durationMs: video.duration_millis ?? null,
    kind: 'video',
    spokenLang: null,
    tracks: await listTracks(video, signal),
    audio: smallest ? { kind: 'link', url: smallest.url } : null,
  }
}

/** Reads a post of X as its embeds on other sites do; broadcasts and Spaces have none. */
const xEmbed: Extractor = {
  name: 'x embed',
  timeoutMs: TIMEOUT_MS,
  isFallback: true,
  handles: ({ videoId }) => /^\d+$/.test(videoId),
  probe,
}

export const xSource: SiteSource = {
  links: xLinks,
  hosts: HOSTS,
  ytDlp: {
    recordings: ['twitter', 'twitter:broadcast', 'twitter:spaces'],
    failures: [
      { phrase: /Rate limit exceeded/i, code: 'upstream_blocked' },
      { phrase: /NSFW tweet|age-restricted/i, code: 'source_age_restricted' },
      { phrase: /this protected tweet|account owner limits who can view/, code: 'source_private' },
      { phrase: /Twitter Space not started yet|live broadcast has not yet started/, code: 'source_not_started' },
      { phrase: /Twitter Space ended but not downloadable yet/, code: 'source_live' },
      // Before the sentence that any refusal begins with.
      { phrase: /not available in your country/, code: 'source_geo_blocked' },
      { phrase: /Twitter API says: (?!Unknown error)|Requested tweet is unavailable/, code: 'source_not_found' },
      { phrase: /No status found with that ID|Broadcast no longer exists/, code: 'source_not_found' },
      { phrase: /Twitter Space not found|replay is disabled/, code: 'source_not_found' },
      {
        phrase: /No video could be found in this tweet|No suitable extractor/,
        code: 'source_not_found',
        detail: NO_VIDEO,
      },
    ],
  },
  fallback: xEmbed,
  probe: 'https://x.com/starwars/status/665052190608723968',
}
