import { canonicalLanguage } from './canonical-language'
import { isSameSpeech, languageDistance } from './match'

/** A caption track of a source. `original`: the source says that it is in the language of the recording. */
export type Track = {
  lang: string | null
  source: 'captions' | 'auto_captions'
  machineTranslated?: boolean
  original?: boolean
  isDefault?: boolean
}

export type TrackReason =
  | 'requested_track'
  | 'human_exact'
  | 'human_same_base'
  | 'automatic_exact'
  | 'automatic_same_base'
  | 'human_spoken'
  | 'automatic_spoken'
  | 'first_human'
  | 'original'
  | 'default'
  | 'first_automatic'

type SpeechReason = 'requested_is_spoken' | 'spoken_unknown' | 'no_other_captions'

/** The basis of a transcript. `lang`: BCP 47, null if unknown; `fallback`: it is not the requested language. */
export type Choice<T extends Track> =
  | { kind: 'track'; track: T; lang: string | null; fallback: boolean; reason: TrackReason }
  | { kind: 'speech'; lang: string | null; fallback: boolean; reason: SpeechReason }
  | { kind: 'unavailable'; availableLangs: string[] }

/** `requestedLang` is BCP 47, or `auto` for the language spoken. `strict`: accept no other language. */
export type LanguageRequest = { requestedLang: string; strict: boolean }

/** `spokenLang` is null where it isn't known. */
type TrackRequest = LanguageRequest & { spokenLang: string | null }

type Found<T extends Track> = { track: T; isExact: boolean }

const isHuman = (track: Track): boolean => track.source === 'captions'

/** The nearest track in a language, the first of equals. */
function nearest<T extends Track>(tracks: readonly T[], lang: string): Found<T> | null {
  let best: T | null = null
  let bestDistance = Number.POSITIVE_INFINITY
  for (const track of tracks) {
    const offered = canonicalLanguage(track.lang)
    const distance = offered === null ? null : languageDistance(lang, offered)
    if (distance === null || distance >= bestDistance) continue
    best = track
    bestDistance = distance
  }
  return best && { track: best, isExact: bestDistance === 0 }
}

function chosen<T extends Track>(track: T, reason: TrackReason, fallback = false): Choice<T> {
  return { kind: 'track', track, lang: canonicalLanguage(track.lang), fallback, reason }
}

/** The language spoken: the known one, else that of the original track, else that of automatic captions. */
export function languageOfSpeech(tracks: readonly Track[], spokenLang: string | null): string | null {
  const known = canonicalLanguage(spokenLang)
  if (known !== null) return known
  const automatic = tracks.filter((track) => !isHuman(track))
  const informative = [...automatic, ...tracks].find((track) => track.original) ?? automatic[0]
  return canonicalLanguage(informative?.lang)
}

function chooseRequested<T extends Track>(
  human: readonly T[],
  automatic: readonly T[],
  lang: string,
): Choice<T> | null {
  const found = nearest(human, lang)
  if (found) return chosen(found.track, found.isExact ? 'human_exact' : 'human_same_base')
  const made = nearest(automatic, lang)
  return made && chosen(made.track, made.isExact ? 'automatic_exact' : 'automatic_same_base')
}

/** Chooses a track when any language is accepted and the language spoken is not known. */
function chooseUnknown<T extends Track>(tracks: readonly T[]): Choice<T> {
  const original = tracks.find((track) => track.original)
  if (original) return chosen(original, 'original')
  const standard = tracks.find((track) => track.isDefault)
  if (standard) return chosen(standard, 'default')
  const human = tracks.find(isHuman)
  if (human) return chosen(human, 'first_human')
  const [first] = tracks
  return first
    ? chosen(first, 'first_automatic')
    : { kind: 'speech', lang: null, fallback: false, reason: 'spoken_unknown' }
}

function chooseFallback<T extends Track>(
  human: readonly T[],
  automatic: readonly T[],
  spoken: string | null,
): Choice<T> {
  const said = spoken === null ? null : nearest(human, spoken)
  if (said) return chosen(said.track, 'human_spoken', true)
  const spokenTrack = spoken === null ? null : nearest(automatic, spoken)
  if (spokenTrack) return chosen(spokenTrack.track, 'automatic_spoken', true)
  const [first] = human
  if (first) return chosen(first, 'first_human', true)
  return { kind: 'speech', lang: spoken, fallback: true, reason: 'no_other_captions' }
}

/**
 * Chooses the basis of a transcript in the requested language, in this order: human captions in it, human captions of the same
 * base, automatic captions in it, automatic captions of the same base, speech-to-text if the language is the one spoken. Else, as
 * a fallback: human captions in the language spoken, automatic ones in it, the first human track, speech-to-text. A `strict`
 * request gets `unavailable` instead of a fallback. Machine translations never count. With neither tracks nor a known language,
 * speech-to-text finds out. Of equal tracks the first wins. Never throws.
 * @see https://www.rfc-editor.org/rfc/rfc4647#section-3.4
 */
export function chooseTrack<T extends Track>(tracks: readonly T[], request: TrackRequest): Choice<T> {
  const real = tracks.filter((track) => !track.machineTranslated)
  const human = real.filter(isHuman)
  const automatic = real.filter((track) => !isHuman(track))
  const spoken = languageOfSpeech(real, request.spokenLang)
  const isAuto = request.requestedLang.trim().toLowerCase() === 'auto'
  const requested = isAuto ? spoken : canonicalLanguage(request.requestedLang)
  if (isAuto && requested === null) return chooseUnknown([...human, ...automatic])
  const found = requested === null ? null : chooseRequested(human, automatic, requested)
  if (found) return found
  if (requested !== null && spoken !== null && isSameSpeech(requested, spoken))
    return { kind: 'speech', lang: spoken, fallback: false, reason: 'requested_is_spoken' }
  if (spoken === null && real.length === 0)
    return { kind: 'speech', lang: null, fallback: false, reason: 'spoken_unknown' }
  return request.strict
    ? { kind: 'unavailable', availableLangs: offeredLangs([...human, ...automatic]) }
    : chooseFallback(human, automatic, spoken)
}

/** The languages (BCP 47) of tracks, each once, in their order. Machine translations are left out. */
export function offeredLangs(tracks: readonly Track[]): string[] {
  const real = tracks.filter(({ machineTranslated }) => !machineTranslated)
  return [...new Set(real.flatMap(({ lang }) => canonicalLanguage(lang) ?? []))]
}
