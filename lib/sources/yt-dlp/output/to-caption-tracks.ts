import { canonicalLanguage } from '@/lib/captions/language/canonical-language'
import { isSameSpeech } from '@/lib/captions/language/match'
import type { TrackRules } from '@/lib/platforms/site-source'
import type { CaptionTrack, TrackBody } from '../../extractors/extractor'
import type { TrackMark } from './track-mark'
import type { Subtitle, VideoInfo } from './video-info'

type Listed = { key: string; subtitle: Subtitle; automatic: boolean }

/** Formats by how much of the captions they keep, the best first. An unknown one is recognised by its content. */
const PREFERRED = ['json3', 'vtt', 'srv3', 'srt', 'ttml', 'srv1']
/** Tracks that are no captions or in no known format: comments over the picture, chats, pictures. */
const NOT_CAPTIONS = new Set(['danmaku', 'live_chat', 'rechat', 'comments', 'storyboard'])
const UNREADABLE = new Set(['json', 'xml', 'mhtml'])

/** Language, script and region, as platforms write them; one at the beginning of a key; a track's id at its end. */
const PLAIN_TAG = /^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|\d{3}))?$/
const LEADING_TAG = /^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|\d{3}))?(?=-)/
const TRACK_ID = /-[\w-]{11}$/

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

function list(subtitles: VideoInfo['subtitles'], automatic: boolean, { automaticKey }: TrackRules): Listed[] {
  return Object.entries(subtitles ?? {}).flatMap(([key, formats]) => {
    const subtitle = NOT_CAPTIONS.has(key) ? null : best(formats)
    return subtitle ? [{ key, subtitle, automatic: automatic || automaticKey?.test(key) === true }] : []
  })
}

function languageOf({ key, subtitle }: Listed, { automaticKey, language }: TrackRules): string | null {
  const known = language?.(subtitle)
  if (known !== undefined) return known
  const tag = automaticKey ? key.replace(automaticKey, '') : key
  // An id may look like a part of a tag, so it goes before the tag is read.
  const bare = PLAIN_TAG.test(tag) ? tag : tag.replace(TRACK_ID, '')
  const prefix = PLAIN_TAG.exec(bare)?.[0] ?? LEADING_TAG.exec(bare)?.[0]
  // Some have the three letters of ISO 639-2.
  return canonicalLanguage(prefix ?? bare)
}

function made(
  listed: Listed,
  rules: TrackRules,
  marks: readonly TrackMark[],
  dubbedLangs: readonly string[],
): TrackMark['made'] | null {
  const lang = listed.automatic ? languageOf(listed, rules) : null
  // Automatic captions of an automatically dubbed track.
  if (lang !== null && dubbedLangs.some((dubbed) => isSameSpeech(dubbed, lang))) return 'by translating'
  const own = marks.filter(({ key }) => key === listed.key)
  return (own.find(({ url }) => url === listed.subtitle.url) ?? own[0])?.made ?? null
}

function toTrack(listed: Listed, rules: TrackRules, how: TrackMark['made'] | 'unknown'): CaptionTrack | null {
  const body = bodyOf(listed.subtitle)
  if (!body) return null
  return {
    lang: languageOf(listed, rules),
    source: how === 'by people' ? 'captions' : 'auto_captions',
    name: listed.subtitle.name ?? null,
    body,
    ...(how === 'by translating' || how === 'unknown' ? { machineTranslated: true } : {}),
    ...(how === 'by hearing' ? { original: true } : {}),
  }
}

/**
 * The caption tracks of a recording: for every language its best format, with comments and machine translations distinguished.
 * `marks` say how the platform itself has marked them, `dubbedLangs` in which languages a machine has dubbed the sound. Of several automatic tracks none of which is known to be
 * the original, none is taken for it: a translation would pass for what was said.
 */
export function toCaptionTracks(
  info: VideoInfo,
  rules: TrackRules,
  marks: readonly TrackMark[],
  dubbedLangs: readonly string[] = [],
): CaptionTrack[] {
  const isAutomatic = ({ automatic, subtitle }: Listed) => automatic || rules.isAutomatic?.(subtitle) === true
  const automatic = list(info.automatic_captions, true, rules)
  const listed = [...list(info.subtitles, false, rules), ...(rules.originals?.(automatic) ?? automatic)]
  const unmarked = listed.filter((track) => isAutomatic(track) && made(track, rules, marks, dubbedLangs) === null)
  return listed.flatMap((track) => {
    const how = made(track, rules, marks, dubbedLangs)
    const guess = isAutomatic(track) ? (unmarked.length === 1 ? 'by hearing' : 'unknown') : 'by people'
    return toTrack(track, rules, how ?? guess) ?? []
  })
}
