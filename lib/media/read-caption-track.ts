import type { FoundCaptions } from '@/lib/captions/found-captions'
import { parseWebvtt } from '@/lib/captions/parse-webvtt'
import { toSegments } from '@/lib/captions/to-segments'
import { extractCaptions } from './extract-captions'
import type { MediaProbe, TextTrack } from './probe-media'

function baseOf(lang: string): string {
  return new Intl.Locale(lang).language
}

/** The track asked for: its language to the letter, then its base, then the default one, then the first. */
function pickTrack(tracks: readonly TextTrack[], requestedLang: string): TextTrack | undefined {
  const exact = tracks.find((track) => track.lang === requestedLang)
  const sameBase =
    requestedLang === 'auto' ? undefined : tracks.find((t) => t.lang && baseOf(t.lang) === baseOf(requestedLang))
  return exact ?? sameBase ?? tracks.find((track) => track.isDefault) ?? tracks[0]
}

/**
 * The captions a media file carries as a text track, in the language asked for where there is one. Null when it has no
 * text track, or only an empty one.
 */
export async function readCaptionTrack(
  file: string,
  probe: MediaProbe,
  requestedLang: string,
  signal: AbortSignal,
): Promise<FoundCaptions | null> {
  const track = pickTrack(probe.textTracks, requestedLang)
  if (!track) return null
  const { cues } = parseWebvtt(await extractCaptions(file, track, { signal }))
  const segments = toSegments(cues)
  if (segments.length === 0) return null
  const langs = probe.textTracks.flatMap(({ lang }) => (lang ? [lang] : []))
  return { segments, lang: track.lang, availableLangs: [...new Set(langs)] }
}
