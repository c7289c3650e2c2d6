import { readCaptionStream } from '@/lib/archive/texts/read-caption-text'
import { textOwner } from '@/lib/archive/texts/text-owner'
import {
  type CaptionText,
  type FoundCaptions,
  languageOfText,
  languageUnavailable,
} from '@/lib/captions/found-captions'
import type { LanguageRequest } from '@/lib/captions/language/choose-track'
import { loadCaptions } from '@/lib/captions/tracks/load-captions'
import { withFairSlot } from '@/lib/core/concurrency/with-fair-slot'
import type { MediaProbe, TextTrack } from '../probe-media'
import { extractCaptions } from './extract-captions'

/** A text track with its language; with its text where it had to be read to tell it. */
export type LabelledTrack = TextTrack & { source: 'captions'; text: CaptionText | null }

/** Each unlabelled track costs a pass over the file. */
const MAX_DETECTED_TRACKS = 4

/** A track is in memory until it is parsed. */
const TRACKS_AT_ONCE = 2

async function* streamOf(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes
}

function readTrack(file: string, track: TextTrack, signal: AbortSignal): Promise<CaptionText> {
  const resource = { name: 'text tracks', slots: TRACKS_AT_ONCE }
  return withFairSlot(resource, textOwner(), signal, async () =>
    readCaptionStream(streamOf(await extractCaptions(file, track, { signal })), { signal }),
  )
}

/** The text tracks of a media file. Those that do not name their language are labelled by their text. */
export async function labelTextTracks(
  file: string,
  { textTracks }: Pick<MediaProbe, 'textTracks'>,
  signal: AbortSignal,
): Promise<LabelledTrack[]> {
  const labelled: LabelledTrack[] = []
  let detected = 0
  for (const track of textTracks) {
    const isRead = track.lang === null && detected < MAX_DETECTED_TRACKS
    detected += isRead ? 1 : 0
    const text = isRead ? await readTrack(file, track, signal) : null
    const lang = text ? await languageOfText(text.segments) : track.lang
    labelled.push({ ...track, lang, source: 'captions', text })
  }
  return labelled
}

/**
 * The captions a media file carries as a text track, in the language asked for where there is one, else as the language
 * rule falls back. Null when it has no text track, or only empty ones. Throws `language_unavailable` when only another
 * language is there and that will not do.
 */
export async function readCaptionTrack(
  file: string,
  probe: MediaProbe,
  requested: LanguageRequest,
  signal: AbortSignal,
): Promise<FoundCaptions | null> {
  const tracks = await labelTextTracks(file, probe, signal)
  const load = async (track: LabelledTrack) => track.text ?? readTrack(file, track, signal)
  const { durationMs } = probe
  const found = await loadCaptions(tracks, { requested, spokenLang: null, durationMs, load })
  if (found.kind === 'unavailable') throw languageUnavailable(found.availableLangs)
  return 'captions' in found ? found.captions : null
}
