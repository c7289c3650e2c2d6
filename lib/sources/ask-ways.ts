import type { MediaRef } from '@/lib/archive/media-ref'
import { chooseTrack, type LanguageRequest } from '@/lib/captions/choose-track'
import { chosenCaptions } from '@/lib/captions/chosen-captions'
import type { FoundCaptions } from '@/lib/captions/found-captions'
import { languageUnavailable } from '@/lib/captions/language-unavailable'
import { Problem } from '@/lib/platform/problem'
import { type Attempt, attempt } from './attempt'
import type { Extractor, SourceMedia } from './extractor'
import { loadTrack } from './load-track'
import { isFinal, mostSpecificProblem } from './telling-problem'

const CAPTIONS_TIMEOUT_MS = 4_000
/** So many ways that see no captions are believed. */
const AGREEING_WAYS = 2

/** What a source gives: captions, or only sound (`captions` null). `media` is all that is known of it. */
export type SourceResult = { captions: FoundCaptions | null; media: SourceMedia }

type Asking = {
  ref: MediaRef
  /** Null: which captions there are is all that is asked. */
  requested: LanguageRequest | null
  signal: AbortSignal
  trace: Attempt[]
  /** How many times its usual time each way may take: more where nobody waits for the answer. */
  timeBudget?: number
  problems: Problem[]
  /** What the ways so far have told together. */
  media: SourceMedia | null
  waysWithoutCaptions: number
  captionsSeen: boolean
}

/** What an earlier way has told stays; what it left open is filled in. The tracks are those of the last. */
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

/** The captions that one way offers; null: there are none to give, in the end or so far. */
async function tryExtractor(asking: Asking, extractor: Extractor): Promise<SourceResult | null> {
  const { ref, requested, problems } = asking
  const reported = await attempt(extractor, asking, (signal) => extractor.probe(ref, signal))
  if (reported.problem) {
    problems.push(reported.problem)
    return null
  }
  const media = together(asking.media, reported.value)
  asking.media = media
  const tracks = media.tracks.filter(({ machineTranslated }) => !machineTranslated)
  if (tracks.length === 0) {
    asking.waysWithoutCaptions++
    return null
  }
  if (!requested) return { captions: null, media }
  const choice = chooseTrack(tracks, { ...requested, spokenLang: media.spokenLang })
  if (choice.kind === 'unavailable') throw languageUnavailable(choice.availableLangs)
  if (choice.kind === 'speech') return { captions: null, media }
  asking.captionsSeen = true
  const load = { name: `${extractor.name} captions`, timeoutMs: CAPTIONS_TIMEOUT_MS }
  const loaded = await attempt(load, asking, (signal) => loadTrack(choice.track, ref.platform, signal))
  if (loaded.problem) problems.push(loaded.problem)
  return loaded.value && { captions: chosenCaptions(choice, tracks, loaded.value), media }
}

function isConclusive({ problems, captionsSeen, waysWithoutCaptions }: Asking): boolean {
  return isFinal(problems) || (!captionsSeen && waysWithoutCaptions >= AGREEING_WAYS)
}

/**
 * Asks about a recording in one way after the other until one gives captions in the language wished for, or it is settled
 * that there are none; without a wish, until one tells which there are. Captions that are seen but can't be had are never "no captions". Throws what the source refuses
 * with, or the most telling of what went wrong on all ways; `language_unavailable`; `no_audio`; the signal's reason.
 */
export async function tryExtractors(
  extractors: readonly Extractor[],
  request: Pick<Asking, 'ref' | 'requested' | 'signal' | 'trace' | 'timeBudget'>,
): Promise<SourceResult> {
  const asking: Asking = { ...request, problems: [], media: null, waysWithoutCaptions: 0, captionsSeen: false }
  let waysTried = 0
  for (const extractor of extractors) {
    waysTried++
    const answer = await tryExtractor(asking, extractor)
    if (answer) return answer
    if (isConclusive(asking)) break
  }
  const { media, problems, captionsSeen } = asking
  if (!media || captionsSeen) throw mostSpecificProblem(problems, waysTried)
  if (!media.audio) throw new Problem('no_audio')
  return { captions: null, media }
}
