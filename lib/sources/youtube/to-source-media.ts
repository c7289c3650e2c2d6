import { canonicalLanguage } from '@/lib/captions/language'
import { parseUrl } from '@/lib/platform/parse-url'
import { Problem } from '@/lib/platform/problem'
import type { CaptionTrack, SourceMedia } from '@/lib/sources/extractor'
import { captionTracks } from './caption-tracks'
import type { PlayerAnswer } from './player-answer'

type VideoDetails = NonNullable<PlayerAnswer['videoDetails']>

const PICTURE_HOST = /(?:^|\.)(?:ytimg|ggpht|googleusercontent)\.com$/

function isPicture(address: string): boolean {
  const url = parseUrl(address)
  return url?.protocol === 'https:' && PICTURE_HOST.test(url.hostname)
}

function largestThumbnail(thumbnail: VideoDetails['thumbnail']): string | null {
  const pictures = (thumbnail?.thumbnails ?? []).filter(({ url }) => isPicture(url))
  const [largest] = pictures.toSorted((one, other) => other.width - one.width)
  return largest?.url ?? null
}

/** A day or a moment of ISO 8601. */
function toDate(text: string | null | undefined): Date | null {
  const date = new Date(/^\d{4}-\d\d-\d\d(?:T|$)/.test(text ?? '') ? (text ?? '') : '')
  return Number.isNaN(date.getTime()) ? null : date
}

function spokenLanguage(answer: PlayerAnswer, tracks: readonly CaptionTrack[]): string | null {
  const heard = tracks.find(({ original }) => original)?.lang
  if (heard) return heard
  const sounds = answer.captions?.playerCaptionsTracklistRenderer?.audioTracks ?? []
  // `en-US.4`: a language, and what kind of sound it is.
  const original = sounds.find(({ audioTrackId }) => audioTrackId?.endsWith('.4'))?.audioTrackId
  return canonicalLanguage(original?.slice(0, -2))
}

/**
 * What a player's answer that refuses nothing tells of a video. Its caption tracks are to be fetched as the client that
 * has been told of them. Throws `source_drm_protected` where there is neither a caption track nor sound to be had, and
 * `upstream_changed`.
 */
export function toSourceMedia(answer: PlayerAnswer, userAgent: string): SourceMedia {
  const { videoDetails: details, captions, streamingData, microformat } = answer
  const tracks = captionTracks(captions?.playerCaptionsTracklistRenderer, userAgent)
  const isProtected = (streamingData?.licenseInfos?.length ?? 0) > 0
  if (isProtected && tracks.length === 0) throw new Problem('source_drm_protected')
  return {
    title: details?.title ?? null,
    author: details?.author ?? null,
    thumbnailUrl: largestThumbnail(details?.thumbnail),
    publishedAt: toDate(microformat?.playerMicroformatRenderer.publishDate),
    durationMs: details?.lengthSeconds ? details.lengthSeconds * 1000 : null,
    kind: 'video',
    spokenLang: spokenLanguage(answer, tracks),
    tracks,
    audio: isProtected ? null : { kind: 'yt-dlp' },
  }
}
