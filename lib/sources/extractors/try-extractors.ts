import type { MediaRef } from '@/lib/archive/media/media-ref'
import { chosenCaptions, type FoundCaptions, languageUnavailable } from '@/lib/captions/found-captions'
import { chooseTrack, type LanguageRequest } from '@/lib/captions/language/choose-track'
import { Problem } from '@/lib/platform/problem/problem'
import { loadTrack } from '../tracks/load-track'
import { type Attempt, attempt } from './attempt'
import type { Extractor, SourceMedia } from './extractor'
import { isExtractorFault, noteOutcome } from './extractor-failures'
import { isFinal, mostSpecificProblem } from './most-specific-problem'

const CAPTIONS_TIMEOUT_MS = 4_000
/** How many extractors have to find no captions before that is believed. */
const AGREEING_EXTRACTORS = 2

/** The result of a source: captions, or only audio (`captions` null). `media` has all known facts. */
export type SourceResult = { captions: FoundCaptions | null; media: SourceMedia }

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
  const tracks = media.tracks.filter(({ machineTranslated }) => !machineTranslated)
  if (tracks.length === 0) {
    asking.extractorsWithoutCaptions++
    return null
  }
  if (!requested) return { captions: null, media }
  const choice = chooseTrack(tracks, { ...requested, spokenLang: media.spokenLang })
  if (choice.kind === 'unavailable') throw languageUnavailable(choice.availableLangs)
  if (choice.kind === 'speech') return { captions: null, media }
  asking.captionsSeen = true
  const load = { name: `${extractor.name} captions`, timeoutMs: CAPTIONS_TIMEOUT_MS }
  const loaded = await attempt(load, asking, (signal) => loadTrack(choice.track, ref.platform, signal))
  if (loaded.problem) {
    noteOutcome(ref.platform, extractor.name, loaded.problem)
    problems.push(loaded.problem)
  }
  return loaded.value && { captions: chosenCaptions(choice, tracks, loaded.value), media }
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
 * that there are none; without a requested language, until one lists them. Captions that exist but can't be loaded
 * never count as "no captions". Throws the refusal of the source, or the most specific of all problems;
 * `language_unavailable`; `no_audio`; the signal’s reason.
 */
export async function tryExtractors(
  extractors: readonly Extractor[],
  request: Pick<Asking, 'ref' | 'requested' | 'signal' | 'trace' | 'timeBudget'>,
): Promise<SourceResult> {
  const asking: Asking = { ...request, problems: [], media: null, extractorsWithoutCaptions: 0, captionsSeen: false }
  let triedCount = 0
  for (const extractor of extractors) {
    if (extractor.isFallback && !mayFallBack(asking)) continue
    triedCount++
    const answer = await tryExtractor(asking, extractor)
    if (answer) return answer
    if (isConclusive(asking)) break
  }
  const { media, problems, captionsSeen } = asking
  if (!media || captionsSeen) throw mostSpecificProblem(problems, triedCount)
  if (!media.audio) throw new Problem('no_audio')
  return { captions: null, media }
}
