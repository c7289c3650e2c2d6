import type { Choice, Track, TrackReason } from './choose-track'
import type { CaptionText, FoundCaptions } from './found-captions'
import { offeredLangs } from './offered-langs'

/** A fallback of another kind is in some language that happens to be there. */
const ORIGINAL: ReadonlySet<TrackReason> = new Set(['human_spoken', 'automatic_spoken', 'original', 'default'])

/** The text of the track that was chosen of those a recording offers. */
export function chosenCaptions<T extends Track>(
  choice: Extract<Choice<T>, { kind: 'track' }>,
  tracks: readonly Track[],
  segments: CaptionText,
): FoundCaptions {
  const { track, lang, reason } = choice
  const original = ORIGINAL.has(reason)
  return { segments, lang, source: track.source, original, availableLangs: offeredLangs(tracks) }
}
