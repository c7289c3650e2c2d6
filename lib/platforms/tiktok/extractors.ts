import { z } from 'zod'
import type { MediaRef } from '@/lib/archive/media/media-ref'
import { Problem } from '@/lib/core/problem/problem'
import type { Extractor, SourceMedia } from '@/lib/sources/extractors/extractor'
import { fetchEmbed, parseEmbed, scriptText } from '@/lib/sources/extractors/fetch-embed'
import { PRIVATE_LIST } from '@/lib/sources/yt-dlp/failures/failure-phrases'
import { parseMarks, type TrackMark } from '@/lib/sources/yt-dlp/output/track-mark'
import type { SiteSource } from '../site-source'
import { tiktokLinks } from './links'

const HOSTS = [
  'tiktok.com',
  'tiktokv.com',
  'tiktokv.us',
  'tiktokv.eu',
  'tiktokcdn.com',
  'tiktokcdn-us.com',
  'tiktokcdn-eu.com',
  'byteoversea.com',
  'ibytedtos.com',
  'muscdn.com',
]
const TIMEOUT_MS = 4000
const GONE_OR_HIDDEN =
  'TikTok shows nothing at this link: the video is gone, or TikTok keeps it from this server. Check the link, or upload the file.'
const NO_POSTS = 'This account has not posted any videos.'

const STATE_START = /<script[^<>]{0,200}\bid="__FRONTITY_CONNECT_STATE__"[^<>]{0,200}>/

const videoSchema = z.object({
  itemInfos: z.object({
    id: z.string(),
    text: z.string().nullish(),
    createTime: z.coerce.number().nullish().catch(null),
    covers: z.array(z.string()).nullish().catch(null),
    video: z.object({
      urls: z.array(z.string()),
      videoMeta: z.object({ duration: z.number().nullish() }).nullish(),
    }),
  }),
  authorInfos: z.object({ uniqueId: z.string().nullish(), nickName: z.string().nullish() }).nullish(),
})

const stateSchema = z.object({
  source: z.object({
    data: z.record(z.string(), z.object({ videoData: videoSchema.nullish(), isError: z.boolean().nullish() }).loose()),
  }),
})

const PAGE_START = /<script id="__UNIVERSAL_DATA_FOR_REHYDRATION__"[^<>]{0,200}>/

const pageSchema = z.object({
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

function readMarks(page: string): TrackMark[] {
  const data = parseMarks(pageSchema, scriptText(page, PAGE_START))
  const infos = data?.__DEFAULT_SCOPE__['webapp.video-detail'].itemInfo.itemStruct.video.subtitleInfos ?? []
  return infos.map(({ LanguageCodeName, Url, Source }) => ({
    key: LanguageCodeName,
    url: Url,
    made: Source === 'ASR' ? 'by hearing' : Source === 'MT' ? 'by translating' : 'by people',
  }))
}

async function probe({ videoId }: MediaRef, signal: AbortSignal): Promise<SourceMedia> {
  const path = `/embed/v2/${videoId}`
  const html = await fetchEmbed(`https://www.tiktok.com${path}`, { platform: 'tiktok', hosts: HOSTS, signal })
  const state = scriptText(html, STATE_START)
  if (!state) throw new Problem('upstream_changed', { cause: 'the embed has no data' })
  const { data } = parseEmbed(stateSchema, state).source
  const page = data[path] ?? data[`${path}/`]
  if (page?.isError) throw new Problem('source_not_found', { cause: 'the embed shows an error' })
  if (page?.videoData?.itemInfos.id !== videoId) throw new Problem('upstream_changed', { cause: 'another video' })
  const { itemInfos: post, authorInfos: author } = page.videoData
  const [url] = post.video.urls
  const seconds = post.video.videoMeta?.duration
  return {
    title: post.text?.trim() || null,
    author: author?.uniqueId ?? author?.nickName ?? null,
    thumbnailUrl: post.covers?.[0] ?? null,
    publishedAt: post.createTime ? new Date(post.createTime * 1000) : null,
    durationMs: seconds ? seconds * 1000 : null,
    kind: 'video',
    spokenLang: null,
    tracks: [],
    audio: url ? { kind: 'link', url } : null,
  }
}

/** Reads a video of TikTok as its embeds on other sites do. They show no captions. */
const tiktokEmbed: Extractor = { name: 'tiktok embed', timeoutMs: TIMEOUT_MS, isFallback: true, probe }

export const tiktokSource: SiteSource = {
  links: tiktokLinks,
  hosts: HOSTS,
  ytDlp: {
    recordings: ['TikTok'],
    lists: ['tiktok:user', 'tiktok:collection'],
    // The audio-only format is the song that the post uses, not what is said in it.
    format: 'b/ba',
    failures: [
      // Profiles are shown to browsers alone.
      { phrase: /Unable to extract secondary user ID/, code: 'upstream_blocked', reason: 'list' },
      { phrase: /This post may not be comfortable for some audiences/, code: 'source_age_restricted' },
      { phrase: /You do not have permission to view this post/, code: 'source_private' },
      { phrase: /Video not available, status code 10231/, code: 'source_geo_blocked' },
      // Deleted videos and refused servers have the same status; taken for a block, dead links would close the way.
      { phrase: /Your IP address is blocked from accessing/, code: 'source_not_found', detail: GONE_OR_HIDDEN },
      { phrase: /is requiring login for access/, code: 'source_login_required' },
      { phrase: /This user's account is (?:likely either )?private/, code: 'source_private', detail: PRIVATE_LIST },
      { phrase: /This account does not have any videos posted/, code: 'source_not_found', detail: NO_POSTS },
    ],
  },
  fallback: tiktokEmbed,
  // Nearly all tracks are made by machines, whatever list they stand in.
  tracks: { isAutomatic: () => true, readMarks },
  probe: 'https://www.tiktok.com/@moxypatch/video/7206382937372134662',
}
