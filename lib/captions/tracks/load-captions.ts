import { type CaptionText, chosenCaptions, type FoundCaptions, languageOfText, segmentCount } from '../found-captions'
import { canonicalLanguage } from '../language/canonical-language'
import { type Choice, chooseTrack, type LanguageRequest, languageOfSpeech } from '../language/choose-track'
import { isSameSpeech } from '../language/match'
import { emptyTrack, requestedTrack } from './requested-track'
import {
  coversFarMore,
  coversLittle,
  coversNothing,
  littleWarning,
  type NamedTrack,
  replacedWarning,
  severalWarnings,
} from './track-coverage'

/** How many tracks of one extractor are loaded at most. */
const MAX_LOADS = 4

/**
 * The result of an extractor's tracks. `speech`: the language rules choose speech-to-text; `empty`: the chosen tracks have no text;
 * `refused`: the chosen track could not be loaded. `isSecondBest`: automatic captions in place of human ones that could not be
 * loaded. `scant`: the captions cover next to nothing of a long recording, and the language rules choose speech-to-text without them.
 */
type Result =
  | { kind: 'captions'; captions: FoundCaptions; isSecondBest: boolean }
  | { kind: 'scant'; captions: FoundCaptions }
  | { kind: 'unavailable'; availableLangs: string[] }
  | { kind: 'speech' | 'empty' | 'refused' }

/** `withText`: the tracks without those that are known to be empty. */
export type LoadedCaptions<T extends NamedTrack> = Result & { withText: T[] }

/** `load` returns null where a track could not be loaded. */
type Loading<T extends NamedTrack> = {
  requested: LanguageRequest
  spokenLang: string | null
  durationMs: number | null
  load: (track: T) => Promise<CaptionText | null>
}

type ChosenTrack<T extends NamedTrack> = Extract<Choice<T>, { kind: 'track' }>

function isSameLanguage(one: NamedTrack, other: NamedTrack): boolean {
  const [a, b] = [canonicalLanguage(one.lang), canonicalLanguage(other.lang)]
  return a === null || b === null ? a === b : isSameSpeech(a, b)
}

type Found<T extends NamedTrack> = { choice: ChosenTrack<T>; text: CaptionText; withText: T[] }

function toCaptions<T extends NamedTrack>(
  { choice, text, withText }: Found<T>,
  durationMs: number | null,
): FoundCaptions {
  const captions = chosenCaptions(choice, withText, text)
  const covered = { text, durationMs }
  const warnings = coversLittle(covered)
    ? [littleWarning(choice.track, covered)]
    : severalWarnings(choice.track, withText)
  return { ...captions, warnings: [...captions.warnings, ...warnings] }
}

/**
 * The captions of the next track of the same language, where the chosen one covers little and that one far more; `refused` where it
 * can't be loaded.
 */
async function findBetter<T extends NamedTrack>(
  { choice: { track }, text, withText }: Found<T>,
  left: readonly T[],
  { durationMs, load, ...request }: LanguageRequest & Pick<Loading<T>, 'spokenLang' | 'durationMs' | 'load'>,
): Promise<FoundCaptions | 'refused' | null> {
  if (!coversLittle({ text, durationMs })) return null
  const same = left.filter((other) => isSameLanguage(other, track))
  const next = chooseTrack(same, request)
  if (next.kind !== 'track') return null
  const other = await load(next.track)
  if (!other) return 'refused'
  if (!coversFarMore(other, text)) return null
  const captions = chosenCaptions(next, withText, other)
  const warning = replacedWarning(next.track, track, { text, durationMs })
  return { ...captions, warnings: [...captions.warnings, warning] }
}

/** Loads the track that a request names: no other one replaces it, however little text it has. */
async function loadRequested<T extends NamedTrack>(
  track: T,
  tracks: readonly T[],
  load: (track: T) => Promise<CaptionText | null>,
): Promise<LoadedCaptions<T>> {
  const withText = [...tracks]
  const text = await load(track)
  if (!text) return { kind: 'refused', withText }
  if (segmentCount(text.segments) === 0) throw emptyTrack(tracks)
  const lang = canonicalLanguage(track.lang)
  const choice = { kind: 'track', track, lang, fallback: false, reason: 'requested_track' } as const
  return { kind: 'captions', captions: chosenCaptions(choice, withText, text), isSecondBest: false, withText }
}

/** Labels tracks that do not name their language by their text. `load` gives the texts that this has loaded again. */
async function labelByText<T extends NamedTrack>(
  tracks: readonly T[],
  load: Loading<T>['load'],
): Promise<{ tracks: T[]; load: Loading<T>['load'] }> {
  const texts = new Map<T, CaptionText>()
  const labelled: T[] = []
  let loads = 0
  for (const track of tracks) {
    const isUnknown = canonicalLanguage(track.lang) === null && !track.machineTranslated && loads < MAX_LOADS
    if (isUnknown) loads++
    const text = isUnknown ? await load(track) : null
    const known = text ? { ...track, lang: await languageOfText(text.segments) } : track
    if (text) texts.set(known, text)
    labelled.push(known)
  }
  return { tracks: labelled, load: async (track) => texts.get(track) ?? load(track) }
}

/**
 * Loads captions of a platform or a media file in the requested language: of several tracks the next one where one is empty or can't be loaded. A track in
 * another language never replaces one that can't be loaded. A track that does not name its language is labelled by its text. A track with hardly any text gives way to one that covers the recording.
 * Throws `language_unavailable` where the request names a track that is not there, or has no text.
 */
export async function loadCaptions<T extends NamedTrack>(
  offered: readonly T[],
  { requested, spokenLang, durationMs, load: loadTrack }: Loading<T>,
): Promise<LoadedCaptions<T>> {
  const named = requestedTrack(requested.requestedLang, offered)
  if (named) return loadRequested(named, offered, loadTrack)
  const { tracks, load } = await labelByText(offered, loadTrack)
  // An empty automatic track still shows which language is spoken.
  const request = { ...requested, spokenLang: languageOfSpeech(tracks, spokenLang) }
  let left = [...tracks]
  let withText = left
  let refused: T | null = null
  for (let loads = 0; loads < MAX_LOADS; loads++) {
    const choice: Choice<T> = chooseTrack(left, request)
    if (choice.kind !== 'track') {
      if (refused) return { kind: 'refused', withText }
      if (choice.kind === 'unavailable') return { ...choice, withText }
      return { kind: left.length < tracks.length ? 'empty' : 'speech', withText }
    }
    const { track }: ChosenTrack<T> = choice
    if (refused && !isSameLanguage(refused, track)) return { kind: 'refused', withText }
    const text = await load(track)
    left = left.filter((other) => other !== track)
    if (text && segmentCount(text.segments) > 0) {
      const isSecondBest = refused?.source === 'captions' && track.source === 'auto_captions'
      const found = { choice, text, withText }
      const better = await findBetter(found, left, { ...request, durationMs, load })
      if (better === 'refused') return { kind: 'refused', withText }
      if (better) return { kind: 'captions', captions: better, isSecondBest, withText }
      const captions = toCaptions(found, durationMs)
      const others = left.filter((other) => !isSameLanguage(other, track))
      const isScant = coversNothing({ text, durationMs }) && chooseTrack(others, request).kind === 'speech'
      return isScant ? { kind: 'scant', captions, withText } : { kind: 'captions', captions, isSecondBest, withText }
    }
    if (text) withText = withText.filter((other) => other !== track)
    else refused ??= track
  }
  return { kind: refused ? 'refused' : 'empty', withText }
}
