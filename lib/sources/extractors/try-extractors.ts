import type { MediaRef } from '@/lib/archive/media/media-ref'
import { readCaptionStream } from '@/lib/archive/texts/read-caption-text'
import { type CaptionText, type FoundCaptions, languageUnavailable, segmentCount } from '@/lib/captions/found-captions'
import { type LanguageRequest, languageOfSpeech } from '@/lib/captions/language/choose-track'
import { dialogueTracks } from '@/lib/captions/tracks/dialogue-tracks'
import { loadCaptions } from '@/lib/captions/tracks/load-captions'
import { Problem } from '@/lib/core/problem/problem'
import type { Platform } from '@/lib/platforms/platforms'
import { noteWhileReading } from '../answers/noted-answer'
import { openText, refusedCaptions } from '../tracks/fetch-text'
import { loadHlsTrack } from '../tracks/load-hls-track'
import { type Attempt, attempt } from './attempt'
import type { CaptionTrack, Extractor, SourceMedia } from './extractor'
import { isExtractorFault, noteOutcome } from './extractor-failures'
import { isFinal, mostSpecificProblem } from './most-specific-problem'

const CAPTIONS_TIMEOUT_MS = 4_000
/** How many extractors have to find no captions before that is believed. */
const AGREEING_EXTRACTORS = 2

/**
 * The result of a source: captions, or only audio (`captions` null). `media` has all known facts. `scant`: captions
 * that cover next to nothing, for a service that has no speech engine.
 */
export type SourceResult = { captions: FoundCaptions | null; media: SourceMedia; scant?: FoundCaptions }

type Asking = {
  ref: MediaRef
  /** Null: only the list of captions is wanted. */
  requested: LanguageRequest | null
  signal: AbortSignal
  trace: Attempt[]
  /** A factor on the time limit of each extractor: more where no client waits. */
  timeBudget?: number
  problems: Problem[]
  /** The combined result of the extractors so far. */
  media: SourceMedia | null
  extractorsWithoutCaptions: number
  captionsSeen: boolean
  /** Automatic captions in place of human ones that could not be loaded. */
  secondBest: SourceResult | null
}

/** Facts of an earlier extractor are kept and missing ones filled in. The tracks are those of the last one. */
function together(earlier: SourceMedia | null, reported: SourceMedia): SourceMedia {
  if (!earlier) return reported
  return {
    title: earlier.title ?? reported.title,
    author: earlier.author ?? reported.author,
    thumbnailUrl: earlier.thumbnailUrl ?? reported.thumbnailUrl,
    publishedAt: earlier.publishedAt ?? reported.publishedAt,
    durationMs: earlier.durationMs ?? reported.durationMs,
    kind: earlier.kind,
    spokenLang: earlier.spokenLang ?? reported.spokenLang,
    tracks: reported.tracks,
    audio: earlier.audio ?? reported.audio,
  }
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text)
}

async function fetchText({ body, lang }: CaptionTrack, platform: Platform, signal: AbortSignal): Promise<CaptionText> {
  if (body.kind === 'text') return readCaptionStream(bytesOf(body.text), { charset: 'utf-8', signal })
  const request = { platform, headers: body.headers, signal }
  if (body.kind === 'hls') return loadHlsTrack(body.url, request)
  const opened = await openText(body.url, request)
  try {
    const { url, status, headers } = opened
    const answer = { url: url.href, status, contentType: headers.get('content-type') }
    const { charset } = opened
    return await readCaptionStream(noteWhileReading(answer, opened.body), { charset, lang, signal })
  } finally {
    opened.body.destroy()
  }
}

/**
 * Loads the text of a track that a platform has just listed, through the platform’s egress; it has no segments where the track is
 * empty. Some platforms hide a refusal in an answer of no bytes or in a page: throws `upstream_blocked` for these, `upstream_changed`
 * where none of its captions can be read, and what fetching throws.
 */
async function loadTrack(track: CaptionTrack, platform: Platform, signal: AbortSignal): Promise<CaptionText> {
  const text = await fetchText(track, platform, signal)
  if (text.byteCount === 0) throw refusedCaptions('a caption track came without a byte')
  if (text.format === null) throw refusedCaptions('a caption track came as something else')
  const isDamaged = text.warnings.some(({ code }) => code === 'captions_damaged')
  if (isDamaged && segmentCount(text.segments) === 0) {
    throw new Problem('upstream_changed', { cause: 'nothing of a caption track could be read' })
  }
  return text
}

/** The text of a track; null where it could not be loaded. */
async function loadText(asking: Asking, { name }: Extractor, track: CaptionTrack): Promise<CaptionText | null> {
  const { platform } = asking.ref
  const outcomeOf = ({ segments }: CaptionText) => (segmentCount(segments) > 0 ? 'ok' : 'empty')
  const way = { name: `${name} captions`, timeoutMs: CAPTIONS_TIMEOUT_MS, outcomeOf }
  const loaded = await attempt(way, asking, (signal) => loadTrack(track, platform, signal))
  if (loaded.problem) {
    noteOutcome(platform, name, loaded.problem)
    asking.problems.push(loaded.problem)
  }
  return loaded.value
}

/** The captions of one extractor; null: none, finally or so far. */
async function tryExtractor(asking: Asking, extractor: Extractor): Promise<SourceResult | null> {
  const { ref, requested, problems } = asking
  const reported = await attempt(extractor, asking, (signal) => extractor.probe(ref, signal))
  noteOutcome(ref.platform, extractor.name, reported.problem)
  if (reported.problem) {
    // How a fallback fails says less than how those before it did; a fact that it reports about the recording counts.
    if (!extractor.isFallback || !isExtractorFault(reported.problem)) problems.push(reported.problem)
    return null
  }
  const media = together(asking.media, reported.value)
  asking.media = media
  const tracks = dialogueTracks(media.tracks)
  if (tracks.length === 0) {
    asking.extractorsWithoutCaptions++
    return null
  }
  if (!requested) return { captions: null, media }
  const { spokenLang, durationMs } = media
  const load = (track: CaptionTrack) => loadText(asking, extractor, track)
  const { withText, ...loaded } = await loadCaptions(tracks, { requested, spokenLang, durationMs, load })
  // A track without text is as if it were not there, but the language spoken that it shows counts.
  const isEmpty = withText.length < tracks.length
  const known = isEmpty ? { ...media, spokenLang: languageOfSpeech(tracks, spokenLang), tracks: withText } : media
  asking.media = known
  switch (loaded.kind) {
    case 'unavailable':
      throw languageUnavailable(loaded.availableLangs)
    case 'speech':
      return { captions: null, media: known }
    case 'scant':
      return media.audio ? { captions: null, media: known, scant: loaded.captions } : { ...loaded, media: known }
    case 'empty':
      asking.extractorsWithoutCaptions++
      return null
    case 'refused':
      asking.captionsSeen = true
      return null
    case 'captions': {
      const result = { captions: loaded.captions, media: known }
      if (!loaded.isSecondBest) return result
      asking.captionsSeen = true
      asking.secondBest ??= result
      return null
    }
  }
}

function isConclusive({ problems, captionsSeen, extractorsWithoutCaptions }: Asking): boolean {
  return isFinal(problems) || (!captionsSeen && extractorsWithoutCaptions >= AGREEING_EXTRACTORS)
}

/** Whether all extractors so far failed, and for no reason that lies in the recording. A sign-in may be asked of robots. */
function mayFallBack({ media, problems, captionsSeen }: Asking): boolean {
  const isOpen = problems.every((problem) => isExtractorFault(problem) || problem.code === 'source_login_required')
  return (media === null || captionsSeen) && isOpen
}

/**
 * Tries the extractors of a recording in order until one gives captions in the requested language, or it is certain
 * that there are none; without a requested language, until one lists them. Captions without text count as none; captions that exist
 * but can't be loaded never do. Throws the refusal of the source, or the most specific of all problems;
 * `language_unavailable`; `no_audio`; the signal’s reason.
 */
export async function tryExtractors(
  extractors: readonly Extractor[],
  request: Pick<Asking, 'ref' | 'requested' | 'signal' | 'trace' | 'timeBudget'>,
): Promise<SourceResult> {
  const asking: Asking = {
    ...request,
    problems: [],
    media: null,
    extractorsWithoutCaptions: 0,
    captionsSeen: false,
    secondBest: null,
  }
  let triedCount = 0
  for (const extractor of extractors) {
    if (extractor.isFallback && !mayFallBack(asking)) continue
    triedCount++
    const answer = await tryExtractor(asking, extractor)
    if (answer) return answer
    if (isConclusive(asking)) break
  }
  const { media, problems, captionsSeen, secondBest } = asking
  if (secondBest) return secondBest
  if (!media || captionsSeen) throw mostSpecificProblem(problems, triedCount)
  if (!media.audio) throw new Problem('no_audio')
  return { captions: null, media }
}
