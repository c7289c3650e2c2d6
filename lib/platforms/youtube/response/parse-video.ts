import { parseUrl } from '@/lib/core/http/parse-url'
import { Problem } from '@/lib/core/problem/problem'
import type { CaptionTrack, SourceMedia } from '@/lib/sources/extractors/extractor'
import { captionTracks, originalSoundLang } from './caption-tracks'
import { parsePlayability } from './parse-playability'
import { type PlayerResponse, parsePlayerResponse } from './player-response'

type VideoDetails = NonNullable<PlayerResponse['videoDetails']>

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

/** The language of the original sound; else that of the automatic captions; else that of the captions shown first. */
function languageOfSound(answer: PlayerResponse, tracks: readonly CaptionTrack[]): string | null {
  const ofSound = originalSoundLang(answer.captions?.playerCaptionsTracklistRenderer)
  const own = tracks.filter(({ machineTranslated }) => !machineTranslated)
  const spokenLang = own.find(({ original }) => original) ?? own.find(({ isDefault }) => isDefault)
  return ofSound ?? spokenLang?.lang ?? null
}

/**
 * The details of a video from a player response without a refusal. Its caption tracks must be fetched as the client
 * that found them. Throws `source_drm_protected` if it has neither a caption track nor sound, and `upstream_changed`.
 */
function toSourceMedia(answer: PlayerResponse, userAgent: string): SourceMedia {
  const { videoDetails: details, captions, streamingData, microformat } = answer
  const sounds = (streamingData?.adaptiveFormats ?? []).flatMap((format) => format?.audioTrack ?? [])
  const tracks = captionTracks(captions?.playerCaptionsTracklistRenderer, userAgent, sounds)
  const isProtected = (streamingData?.licenseInfos?.length ?? 0) > 0
  if (isProtected && tracks.length === 0) throw new Problem('source_drm_protected')
  return {
    title: details?.title ?? null,
    author: details?.author ?? null,
    thumbnailUrl: largestThumbnail(details?.thumbnail),
    publishedAt: toDate(microformat?.playerMicroformatRenderer.publishDate),
    durationMs: details?.lengthSeconds ? details.lengthSeconds * 1000 : null,
    kind: 'video',
    spokenLang: languageOfSound(answer, tracks),
    tracks,
    audio: isProtected ? null : { kind: 'yt-dlp' },
  }
}

/**
 * Reads a player's answer, parsed JSON, about a video. Throws what it refuses as a Problem (`parsePlayability`) and
 * `upstream_changed` for what can't be read. `userAgent`: who asked, and may fetch the captions.
 */
export function parseVideo(json: unknown, { videoId, userAgent }: { videoId: string; userAgent: string }): SourceMedia {
  const answer = parsePlayerResponse(json)
  const refusal = parsePlayability(answer, videoId)
  if (refusal !== null) throw refusal
  return toSourceMedia(answer, userAgent)
}
