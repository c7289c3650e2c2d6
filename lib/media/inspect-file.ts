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
import { requestedTrack } from '@/lib/captions/tracks/requested-track'
import type { NamedTrack } from '@/lib/captions/tracks/track-coverage'
import { withFairSlot } from '@/lib/core/concurrency/with-fair-slot'
import { Problem } from '@/lib/core/problem/problem'
import { extractCaptions } from './captions/extract-captions'
import { readCaptionFile } from './captions/read-caption-file'
import { checkLength } from './check-length'
import { type MediaProbe, probeMedia, type TextTrack } from './probe-media'

/** A text track with its language; with its text where it had to be read to tell it. */
type LabelledTrack = TextTrack & { source: 'captions'; text: CaptionText | null }

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
async function labelTextTracks(
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
async function readCaptionTrack(
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

/** The result of an inspection: the playable recording, its captions if it has any, and its metadata. */
export type Inspection = {
  kind: 'audio' | 'video' | 'none'
  captions: FoundCaptions | null
  /** As its header or its platform claims. */
  durationMs: number | null
  title: string | null
  /** The language that the platform or the feed gives for what is spoken. */
  spokenLang?: string | null
  author?: string | null
  thumbnailUrl?: string | null
  publishedAt?: Date | null
}

/**
 * Looks at a file by its content: a caption file, media that carries captions (in the language asked for where there is a
 * choice), or sound to transcribe. Throws what is wrong with it: `unsupported_media`, `invalid_media`, `no_audio`,
 * `media_too_long`, `language_unavailable`.
 */
export async function inspectFile(file: string, requested: LanguageRequest, signal: AbortSignal): Promise<Inspection> {
  const captionFile = await readCaptionFile(file, { lang: requested.requestedLang, signal })
  if (captionFile) {
    requestedTrack(requested.requestedLang, [{ ...captionFile, name: null }])
    return { kind: 'none', captions: captionFile, durationMs: null, title: null }
  }
  const probe = await probeMedia(file, { signal })
  const recording = toRecording(probe)
  const captions = await readCaptionTrack(file, probe, requested, signal)
  if (!captions && probe.audioTracks.length === 0) throw new Problem('no_audio')
  return { ...recording, captions }
}

function toRecording({ durationMs, hasVideo, tags }: MediaProbe): Inspection {
  checkLength(durationMs)
  return { kind: hasVideo ? 'video' : 'audio', captions: null, durationMs, title: tags.title }
}

/**
 * Looks at a recording whose captions are in another file: those that it carries itself do not count. Throws
 * `unsupported_media`, `invalid_media`, `media_too_long`.
 */
export async function inspectRecording(file: string, signal: AbortSignal): Promise<Inspection> {
  return toRecording(await probeMedia(file, { signal }))
}

/** The offer of a file: its captions, each with its language where that is known, and whether it has sound. */
export type FileOffer = { title: string | null; durationMs: number | null; hasAudio: boolean; tracks: NamedTrack[] }

/** Lists what captions a file has, as `inspectFile` would find them. Throws `unsupported_media` and `invalid_media`. */
export async function listFileCaptions(file: string, signal: AbortSignal): Promise<FileOffer> {
  const captionFile = await readCaptionFile(file, { signal })
  if (captionFile) {
    const { lang, source } = captionFile
    return { title: null, durationMs: null, hasAudio: false, tracks: [{ lang, source, name: null }] }
  }
  return toFileOffer(file, await probeMedia(file, { signal }), signal)
}

/** The offer of a media file that has been probed. */
export async function toFileOffer(file: string, probe: MediaProbe, signal: AbortSignal): Promise<FileOffer> {
  const tracks = (await labelTextTracks(file, probe, signal)).map(({ lang, source, name }) => ({ lang, source, name }))
  return { title: probe.tags.title, durationMs: probe.durationMs, hasAudio: probe.audioTracks.length > 0, tracks }
}
