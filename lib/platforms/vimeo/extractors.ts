import { z } from 'zod'
import type { MediaRef } from '@/lib/archive/media/media-ref'
import { canonicalLanguage } from '@/lib/captions/language/canonical-language'
import { parseUrl } from '@/lib/core/http/parse-url'
import { Problem } from '@/lib/core/problem/problem'
import type { CaptionTrack, Extractor, SourceMedia } from '@/lib/sources/extractors/extractor'
import { fetchEmbed, parseEmbed, scriptText } from '@/lib/sources/extractors/fetch-embed'
import { PRIVATE_LIST } from '@/lib/sources/yt-dlp/failures/failure-phrases'
import type { SiteSource } from '../site-source'
import { vimeoLinks } from './links'

const HOSTS = ['vimeo.com', 'vimeocdn.com', 'vod-progressive.akamaized.net', 'gcs-vimeo.akamaized.net']
const AUTOMATIC_KEY = /-x-autogen$/
const TIMEOUT_MS = 4000
const PLAYER = 'https://player.vimeo.com'
const PASSWORD_VIEW = 4
const EMBEDDED = 'This video plays only on the web page it was made for. Upload the file instead.'
const CONFIG_START = /\b(?:playerC|c)onfig\s*=\s*(?=\{)/

const trackSchema = z.object({
  lang: z.string(),
  url: z.string(),
  label: z.string().nullish(),
  provenance: z.string().nullish(),
})

const fileSchema = z.object({ url: z.string(), height: z.number().nullish() })

const configSchema = z.union([
  z.object({ view: z.literal(PASSWORD_VIEW) }),
  z.object({
    view: z.number().nullish(),
    video: z.object({
      title: z.string().nullish(),
      duration: z.number().nullish(),
      thumbnail_url: z.string().nullish(),
      owner: z.object({ name: z.string().nullish() }).nullish(),
      live_event: z.object({ status: z.string().nullish() }).nullish(),
    }),
    request: z.object({
      files: z.object({ progressive: z.array(fileSchema).nullish() }).nullish(),
      text_tracks: z.array(trackSchema).nullish(),
    }),
  }),
])

function refuseLive(status: string | null | undefined): void {
  if (status === 'pending' || status === 'active') throw new Problem('source_not_started')
  if (status === 'started') throw new Problem('source_live')
}

function toTrack({ lang, url, label, provenance }: z.infer<typeof trackSchema>): CaptionTrack[] {
  const address = parseUrl(url, new URL(PLAYER))?.href
  if (!address) return []
  const isAutomatic = AUTOMATIC_KEY.test(lang) || provenance === 'ai_generated'
  return [
    {
      lang: canonicalLanguage(lang.replace(AUTOMATIC_KEY, '')),
      name: label ?? null,
      source: isAutomatic ? 'auto_captions' : 'captions',
      body: { kind: 'url', url: address },
      ...(isAutomatic ? { original: true } : {}),
    },
  ]
}

/** The page of the player: with the hash of an unlisted video, where the link has it. */
function playerUrl({ videoId, openUrl }: MediaRef): string {
  const hash = parseUrl(openUrl ?? '')?.searchParams.get('h')
  return `${PLAYER}/video/${videoId}${hash ? `?${new URLSearchParams({ h: hash })}` : ''}`
}

async function probe(ref: MediaRef, signal: AbortSignal): Promise<SourceMedia> {
  const headers = { referer: 'https://vimeo.com/' }
  const html = await fetchEmbed(playerUrl(ref), { platform: 'vimeo', hosts: HOSTS, signal, headers })
  const found = scriptText(html, CONFIG_START)?.trimEnd().replace(/;$/, '')
  if (!found) throw new Problem('upstream_changed', { cause: 'the player has no configuration' })
  const config = parseEmbed(configSchema, found)
  if (!('video' in config) || config.view === PASSWORD_VIEW) throw new Problem('source_private')
  const { video, request } = config
  refuseLive(video.live_event?.status)
  const [smallest] = [...(request.files?.progressive ?? [])].sort((a, b) => (a.height ?? 0) - (b.height ?? 0))
  return {
    title: video.title?.trim() || null,
    author: video.owner?.name ?? null,
    thumbnailUrl: video.thumbnail_url ?? null,
    publishedAt: null,
    durationMs: video.duration ? video.duration * 1000 : null,
    kind: 'video',
    spokenLang: null,
    tracks: (request.text_tracks ?? []).flatMap(toTrack),
    audio: smallest ? { kind: 'link', url: smallest.url } : { kind: 'yt-dlp' },
  }
}

/** Reads the player that other sites embed for a Vimeo video. A review link has no player. */
const vimeoPlayer: Extractor = {
  name: 'vimeo player',
  timeoutMs: TIMEOUT_MS,
  isFallback: true,
  handles: ({ openUrl }) => parseUrl(openUrl ?? '')?.hostname === 'player.vimeo.com',
  probe,
}

export const vimeoSource: SiteSource = {
  links: vimeoLinks,
  hosts: HOSTS,
  ytDlp: {
    recordings: ['vimeo', 'vimeo:event', 'vimeo:review'],
    lists: ['vimeo:album', 'vimeo:channel', 'vimeo:group', 'vimeo:likes', 'vimeo:user'],
    failures: [
      { phrase: /blocked due to its TLS fingerprint|your IP may be blocked/, code: 'upstream_blocked' },
      { phrase: /has not been made available to anyone/, code: 'source_private' },
      { phrase: /Cannot download embed-only video/, code: 'source_private', detail: EMBEDDED },
      { phrase: /This event video is unavailable/, code: 'source_not_found' },
      { phrase: /Authentication may be needed|only works when logged-in/, code: 'source_login_required' },
      { phrase: /Wrong (?:album )?password|album is protected/, code: 'source_private', detail: PRIVATE_LIST },
    ],
  },
  fallback: vimeoPlayer,
  tracks: { automaticKey: AUTOMATIC_KEY },
  probe: 'https://vimeo.com/76979871',
}
