import { chooseTrack, type LanguageWish } from '@/lib/captions/choose-track'
import { chosenCaptions } from '@/lib/captions/chosen-captions'
import type { FoundCaptions } from '@/lib/captions/found-captions'
import { languageUnavailable } from '@/lib/captions/language-unavailable'
import { parseWebvtt } from '@/lib/captions/parse-webvtt'
import { readCues } from '@/lib/captions/read-cues'
import { extractCaptions } from './extract-captions'
import type { MediaProbe } from './probe-media'

/**
 * The captions a media file carries as a text track, in the language asked for where there is one, else as the language
 * rule falls back. Null when it has no text track, or only an empty one. Throws `language_unavailable` when only another
 * language is there and that will not do.
 */
export async function readCaptionTrack(
  file: string,
  probe: MediaProbe,
  wish: LanguageWish,
  signal: AbortSignal,
): Promise<FoundCaptions | null> {
  const tracks = probe.textTracks.map((track) => ({ ...track, source: 'captions' as const }))
  const choice = chooseTrack(tracks, { ...wish, spokenLang: null })
  if (choice.kind === 'unavailable') throw languageUnavailable(choice.availableLangs)
  if (choice.kind === 'speech') return null
  const segments = readCues(parseWebvtt(await extractCaptions(file, choice.track, { signal })).cues)
  return segments.length > 0 ? chosenCaptions(choice, tracks, segments) : null
}
