import { canonicalLanguage } from '@/lib/captions/language/canonical-language'
import { isSameSpeech } from '@/lib/captions/language/match'
import { Problem } from '@/lib/core/problem/problem'
import type { Platform } from '@/lib/platforms/platforms'
import type { TrackRules } from '@/lib/platforms/site-source'
import { siteOfExtractor, sourceOf } from '@/lib/platforms/site-sources'
import type { SourceMedia } from '../../extractors/extractor'
import { toCaptionTracks } from './to-caption-tracks'
import type { TrackMark } from './track-mark'
import type { VideoInfo } from './video-info'

/** A user's number, which is no name. */
const OPAQUE_ID = /^(?:\d+|[\da-f]{24})$/
/** yt-dlp's rank of a track in the language that was spoken; dubbed ones have less. */
const ORIGINAL_PREFERENCE = 10
const JUST_ENDED = 'This stream has only just ended. Try again when its recording is ready.'

function refuseLive({ live_status, is_live }: VideoInfo): void {
  if (live_status === 'is_live' || is_live) throw new Problem('source_live')
  if (live_status === 'is_upcoming') throw new Problem('source_not_started')
  if (live_status === 'post_live') throw new Problem('source_live', { detail: JUST_ENDED })
}

function publishedAt({ timestamp, release_timestamp, upload_date }: VideoInfo): Date | null {
  const seconds = timestamp ?? release_timestamp
  if (seconds) return new Date(seconds * 1000)
  const [, year = '', month = '', day = ''] = /^(\d{4})(\d{2})(\d{2})$/.exec(upload_date ?? '') ?? []
  return year ? new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))) : null
}

function authorOf({ uploader, channel, uploader_id }: VideoInfo): string | null {
  const names = [uploader, channel, uploader_id].map((name) => name?.trim() ?? '')
  return names.find((name) => name !== '' && !OPAQUE_ID.test(name)) ?? null
}

function spokenLang({ formats, language }: VideoInfo): string | null {
  const original = formats?.find(({ language_preference }) => (language_preference ?? 0) >= ORIGINAL_PREFERENCE)
  return canonicalLanguage(original?.language ?? language)
}

/** The languages that are heard only in sounds that a machine has dubbed. */
function dubbedLangs({ formats }: VideoInfo, { isDubbed }: TrackRules): string[] {
  if (!isDubbed) return []
  const langs = (isWanted: boolean) =>
    (formats ?? []).flatMap((format) =>
      isDubbed(format) === isWanted ? (canonicalLanguage(format.language) ?? []) : [],
    )
  const real = langs(false)
  return [...new Set(langs(true))].filter((lang) => !real.some((other) => isSameSpeech(lang, other)))
}

/**
 * A recording by the report of yt-dlp. Throws `source_live` and `source_not_started` for a stream that has
 * no recording yet.
 */
export function toSourceMedia(info: VideoInfo, platform: Platform, marks: readonly TrackMark[]): SourceMedia {
  refuseLive(info)
  const rules = sourceOf(siteOfExtractor(info.extractor) ?? platform)?.tracks ?? {}
  const formats = info.formats ?? []
  const hasSound = formats.some(({ acodec }) => acodec !== 'none')
  return {
    title: info.title?.trim() || null,
    author: authorOf(info),
    thumbnailUrl: /^https?:\/\//.test(info.thumbnail ?? '') ? (info.thumbnail ?? null) : null,
    publishedAt: publishedAt(info),
    durationMs: info.duration ? Math.round(info.duration * 1000) : null,
    kind: formats.length === 0 || formats.some(({ vcodec }) => vcodec !== 'none') ? 'video' : 'audio',
    spokenLang: spokenLang(info),
    tracks: toCaptionTracks(info, rules, marks, dubbedLangs(info, rules)),
    audio: hasSound && !info.isInParts ? { kind: 'yt-dlp' } : null,
  }
}
