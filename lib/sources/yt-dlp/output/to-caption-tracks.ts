import { canonicalLanguage } from '@/lib/captions/language/canonical-language'
import { isSameSpeech } from '@/lib/captions/language/match'
import { parseUrl } from '@/lib/core/http/parse-url'
import type { Platform } from '@/lib/platforms/platforms'
import type { CaptionTrack, TrackBody } from '../../extractors/extractor'
import type { TrackMark } from './parse-track-marks'
import type { Subtitle, VideoInfo } from './video-info'

type Listed = { key: string; subtitle: Subtitle; automatic: boolean }

/** Formats by how much of the captions they keep, the best first. An unknown one is recognised by its content. */
const PREFERRED = ['json3', 'vtt', 'srv3', 'srt', 'ttml', 'srv1']
/** What is no captions, or in no format that is read: comments that fly over the picture, chats, pictures. */
const NOT_CAPTIONS = new Set(['danmaku', 'live_chat', 'rechat', 'comments', 'storyboard'])
const UNREADABLE = new Set(['json', 'xml', 'mhtml'])
const ORIGINAL = '-orig'
const ORIGINAL_END = /-orig$/

/** Language, script and region, as platforms write them; one at the beginning of a key; a track's id at its end. */
const PLAIN_TAG = /^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|\d{3}))?$/
const LEADING_TAG = /^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|\d{3}))?(?=-)/
const TRACK_ID = /-[\w-]{11}$/

/** A platform's own keys that say nobody typed the track: `en-x-autogen` of Vimeo, `ai-zh` of bilibili. */
const AUTOMATIC_KEY = /-x-autogen$|^ai-/

function rank({ ext }: Subtitle): number {
  const index = PREFERRED.indexOf(ext ?? '')
  return index < 0 ? PREFERRED.length : index
}

function bodyOf({ url, data, protocol, http_headers }: Subtitle): TrackBody | null {
  if (data) return { kind: 'text', text: data }
  if (!url || !/^https?:\/\//.test(url)) return null
  const headers = http_headers ? { headers: http_headers } : {}
  const isHls = protocol?.startsWith('m3u8') || new URL(url).pathname.endsWith('.m3u8')
  return { kind: isHls ? 'hls' : 'url', url, ...headers }
}

function best(formats: readonly Subtitle[]): Subtitle | null {
  const readable = formats.filter((format) => !UNREADABLE.has(format.ext ?? '') && bodyOf(format) !== null)
  return [...readable].sort((a, b) => rank(a) - rank(b))[0] ?? null
}

function list(subtitles: VideoInfo['subtitles'], automatic: boolean): Listed[] {
  return Object.entries(subtitles ?? {}).flatMap(([key, formats]) => {
    const subtitle = NOT_CAPTIONS.has(key) ? null : best(formats)
    return subtitle ? [{ key, subtitle, automatic: automatic || AUTOMATIC_KEY.test(key) }] : []
  })
}

function isTranslation({ url }: Subtitle): boolean {
  return parseUrl(url ?? '')?.searchParams.has('tlang') ?? false
}

/** YouTube lists one automatic track a hundred times, in every language it can translate it to. */
function withoutTranslations(listed: Listed[]): Listed[] {
  const originals = listed.filter(({ key }) => key.endsWith(ORIGINAL))
  return originals.length > 0 ? originals : listed.filter(({ subtitle }) => !isTranslation(subtitle))
}

/** The language that YouTube's own address of a track names: the key of a named track has the track's id behind it. */
function languageInAddress({ url }: Subtitle): string | null {
  const address = parseUrl(url ?? '')
  if (!address || !/(?:^|\.)youtube\.com$/.test(address.hostname)) return null
  return canonicalLanguage(address.searchParams.get('lang'))
}

function languageOf({ key, subtitle }: Listed): string | null {
  const tag = key
    .replace(ORIGINAL_END, '')
    .replace(/^ai-/, '')
    .replace(/-x-autogen$/, '')
  // An id may look like a part of a tag, so it goes before the tag is read.
  const bare = PLAIN_TAG.test(tag) ? tag : tag.replace(TRACK_ID, '')
  const prefix = PLAIN_TAG.exec(bare)?.[0] ?? LEADING_TAG.exec(bare)?.[0]
  // TikTok's have the three letters of ISO 639-2.
  return languageInAddress(subtitle) ?? canonicalLanguage(prefix ?? bare)
}

function made(listed: Listed, marks: readonly TrackMark[], dubbedLangs: readonly string[]): TrackMark['made'] | null {
  const lang = listed.automatic ? languageOf(listed) : null
  // What a machine has heard in a sound that a machine has dubbed.
  if (lang !== null && dubbedLangs.some((dubbed) => isSameSpeech(dubbed, lang))) return 'by translating'
  const own = marks.filter(({ key }) => key === listed.key)
  return (own.find(({ url }) => url === listed.subtitle.url) ?? own[0])?.made ?? null
}

function toTrack(listed: Listed, how: TrackMark['made'] | 'unknown'): CaptionTrack | null {
  const body = bodyOf(listed.subtitle)
  if (!body) return null
  return {
    lang: languageOf(listed),
    source: how === 'by people' ? 'captions' : 'auto_captions',
    name: listed.subtitle.name ?? null,
    body,
    ...(how === 'by translating' || how === 'unknown' ? { machineTranslated: true } : {}),
    ...(how === 'by hearing' ? { original: true } : {}),
  }
}

/** A track of Facebook's that yt-dlp knows nothing of but that there is one: it gives it the language of the page. */
function isNameless({ subtitle }: Listed, platform: Platform): boolean {
  return platform === 'facebook' && !subtitle.name
}

/** On TikTok nearly all tracks are made by machines, whatever list they stand in. */
function isAutomatic(listed: Listed, platform: Platform): boolean {
  return listed.automatic || platform === 'tiktok' || isNameless(listed, platform)
}

/**
 * The caption tracks of a recording: for every language its best format, with comments and machine translations told
 * apart. `marks` say how the platform itself has marked them, `dubbedLangs` in which languages a machine has dubbed the sound. Of several automatic tracks none of which is known to be
 * the original, none is taken for it: a translation would pass for what was said.
 */
export function toCaptionTracks(
  info: VideoInfo,
  platform: Platform,
  marks: readonly TrackMark[],
  dubbedLangs: readonly string[] = [],
): CaptionTrack[] {
  const listed = [...list(info.subtitles, false), ...withoutTranslations(list(info.automatic_captions, true))]
  const unmarked = listed.filter((track) => isAutomatic(track, platform) && made(track, marks, dubbedLangs) === null)
  return listed.flatMap((track) => {
    const how = made(track, marks, dubbedLangs)
    const guess = isAutomatic(track, platform) ? (unmarked.length === 1 ? 'by hearing' : 'unknown') : 'by people'
    const found = toTrack(track, how ?? guess)
    if (!found) return []
    return isNameless(track, platform) ? { ...found, lang: null } : found
  })
}
