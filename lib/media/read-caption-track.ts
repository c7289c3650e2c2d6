import { chooseTrack } from '@/lib/captions/choose-track'
import type { FoundCaptions } from '@/lib/captions/found-captions'
import { parseWebvtt } from '@/lib/captions/parse-webvtt'
import { readCues } from '@/lib/captions/read-cues'
import { extractCaptions } from './extract-captions'
import type { MediaProbe } from './probe-media'

/**
 * The captions a media file carries as a text track, in the language asked for where there is one, else as the language
 * rule falls back. Null when it has no text track, or only an empty one.
 */
export async function readCaptionTrack(
  file: string,
  probe: MediaProbe,
  requestedLang: string,
  signal: AbortSignal,
): Promise<FoundCaptions | null> {
  const tracks = probe.textTracks.map((track) => ({ ...track, source: 'captions' as const }))
  const choice = chooseTrack(tracks, { requestedLang, spokenLang: null, strict: false })
  if (choice.kind !== 'track') return null
  const segments = readCues(parseWebvtt(await extractCaptions(file, choice.track, { signal })).cues)
  if (segments.length === 0) return null
  const langs = tracks.flatMap(({ lang }) => (lang ? [lang] : []))
  return { segments, lang: choice.lang, availableLangs: [...new Set(langs)] }
}
