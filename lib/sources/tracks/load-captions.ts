import { type CaptionText, chosenCaptions, type FoundCaptions, segmentCount } from '@/lib/captions/found-captions'
import { canonicalLanguage } from '@/lib/captions/language/canonical-language'
import { type Choice, chooseTrack, type LanguageRequest, languageOfSpeech } from '@/lib/captions/language/choose-track'
import { isSameSpeech } from '@/lib/captions/language/match'
import type { CaptionTrack } from '../extractors/extractor'

/** How many tracks of one extractor are loaded at most. */
const MAX_LOADS = 4

/**
 * What the tracks of an extractor give. `speech`: the language rules choose speech-to-text; `empty`: the chosen tracks have no text;
 * `refused`: the chosen track could not be loaded. `isSecondBest`: automatic captions in place of human ones that could not be
 * loaded.
 */
type Result =
  | { kind: 'captions'; captions: FoundCaptions; isSecondBest: boolean }
  | { kind: 'unavailable'; availableLangs: string[] }
  | { kind: 'speech' | 'empty' | 'refused' }

/** `withText`: the tracks without those that are known to be empty. */
export type LoadedCaptions = Result & { withText: CaptionTrack[] }

/** `load` returns null where a track could not be loaded. */
type Loading = {
  requested: LanguageRequest
  spokenLang: string | null
  load: (track: CaptionTrack) => Promise<CaptionText | null>
}

type ChosenTrack = Extract<Choice<CaptionTrack>, { kind: 'track' }>

function isSameLanguage(one: CaptionTrack, other: CaptionTrack): boolean {
  const [a, b] = [canonicalLanguage(one.lang), canonicalLanguage(other.lang)]
  return a === null || b === null ? a === b : isSameSpeech(a, b)
}

/**
 * Loads the captions in the requested language: of several tracks the next one where one is empty or can't be loaded. A track in
 * another language never replaces one that can't be loaded.
 */
export async function loadCaptions(
  tracks: readonly CaptionTrack[],
  { requested, spokenLang, load }: Loading,
): Promise<LoadedCaptions> {
  // An empty automatic track still shows which language is spoken.
  const request = { ...requested, spokenLang: languageOfSpeech(tracks, spokenLang) }
  let left = [...tracks]
  let withText = left
  let refused: CaptionTrack | null = null
  for (let loads = 0; loads < MAX_LOADS; loads++) {
    const choice: Choice<CaptionTrack> = chooseTrack(left, request)
    if (choice.kind !== 'track') {
      if (refused) return { kind: 'refused', withText }
      if (choice.kind === 'unavailable') return { ...choice, withText }
      return { kind: left.length < tracks.length ? 'empty' : 'speech', withText }
    }
    const { track }: ChosenTrack = choice
    if (refused && !isSameLanguage(refused, track)) return { kind: 'refused', withText }
    const text = await load(track)
    left = left.filter((other) => other !== track)
    if (text && segmentCount(text.segments) > 0) {
      const isSecondBest = refused?.source === 'captions' && track.source === 'auto_captions'
      return { kind: 'captions', captions: chosenCaptions(choice, withText, text), isSecondBest, withText }
    }
    if (text) withText = withText.filter((other) => other !== track)
    else refused ??= track
  }
  return { kind: refused ? 'refused' : 'empty', withText }
}
