import type { MediaRef } from '@/lib/archive/media-ref'
import { chooseTrack, type LanguageWish } from '@/lib/captions/choose-track'
import { chosenCaptions } from '@/lib/captions/chosen-captions'
import type { FoundCaptions } from '@/lib/captions/found-captions'
import { languageUnavailable } from '@/lib/captions/language-unavailable'
import { Problem } from '@/lib/platform/problem'
import { type Attempt, attempt } from './attempt'
import type { Extractor, SourceMedia } from './extractor'
import { loadTrack } from './load-track'
import { isFinal, tellingProblem } from './telling-problem'

const CAPTIONS_TIMEOUT_MS = 4_000
/** So many ways that see no captions are believed. */
const AGREEING_WAYS = 2

/** What a source gives: captions, or only sound (`captions` null). `media` is all that is known of it. */
export type SourceAnswer = { captions: FoundCaptions | null; media: SourceMedia }

type Asking = {
  ref: MediaRef
  /** Null: which captions there are is all that is asked. */
  wish: LanguageWish | null
  signal: AbortSignal
  trace: Attempt[]
  /** How many times its usual time each way may take: more where nobody waits for the answer. */
  patience?: number
  problems: Problem[]
  /** What the ways so far have told together. */
  media: SourceMedia | null
  waysWithoutCaptions: number
  captionsSeen: boolean
}

/** What an earlier way has told stays; what it left open is filled in. The tracks are those of the last. */
function together(earlier: SourceMedia | null, told: SourceMedia): SourceMedia {
  if (!earlier) return told
  return {
    title: earlier.title ?? told.title,
    author: earlier.author ?? told.author,
    thumbnailUrl: earlier.thumbnailUrl ?? told.thumbnailUrl,
    publishedAt: earlier.publishedAt ?? told.publishedAt,
    durationMs: earlier.durationMs ?? told.durationMs,
    kind: earlier.kind,
    spokenLang: earlier.spokenLang ?? told.spokenLang,
    tracks: told.tracks,
    audio: earlier.audio ?? told.audio,
  }
}

/** The captions that one way offers; null: there are none to give, in the end or so far. */
async function askWay(asking: Asking, way: Extractor): Promise<SourceAnswer | null> {
  const { ref, wish, problems } = asking
  const told = await attempt(way, asking, (signal) => way.probe(ref, signal))
  if (told.problem) {
    problems.push(told.problem)
    return null
  }
  const media = together(asking.media, told.value)
  asking.media = media
  const tracks = media.tracks.filter(({ machineTranslated }) => !machineTranslated)
  if (tracks.length === 0) {
    asking.waysWithoutCaptions++
    return null
  }
  if (!wish) return { captions: null, media }
  const choice = chooseTrack(tracks, { ...wish, spokenLang: media.spokenLang })
  if (choice.kind === 'unavailable') throw languageUnavailable(choice.availableLangs)
  if (choice.kind === 'speech') return { captions: null, media }
  asking.captionsSeen = true
  const load = { name: `${way.name} captions`, timeoutMs: CAPTIONS_TIMEOUT_MS }
  const loaded = await attempt(load, asking, (signal) => loadTrack(choice.track, ref.platform, signal))
  if (loaded.problem) problems.push(loaded.problem)
  return loaded.value && { captions: chosenCaptions(choice, tracks, loaded.value), media }
}

function isSettled({ problems, captionsSeen, waysWithoutCaptions }: Asking): boolean {
  return isFinal(problems) || (!captionsSeen && waysWithoutCaptions >= AGREEING_WAYS)
}

/**
 * Asks about a recording in one way after the other until one gives captions in the language wished for, or it is settled
 * that there are none; without a wish, until one tells which there are. Captions that are seen but can't be had are never "no captions". Throws what the source refuses
 * with, or the most telling of what went wrong on all ways; `language_unavailable`; `no_audio`; the signal's reason.
 */
export async function askWays(
  ways: readonly Extractor[],
  request: Pick<Asking, 'ref' | 'wish' | 'signal' | 'trace' | 'patience'>,
): Promise<SourceAnswer> {
  const asking: Asking = { ...request, problems: [], media: null, waysWithoutCaptions: 0, captionsSeen: false }
  let waysTried = 0
  for (const way of ways) {
    waysTried++
    const answer = await askWay(asking, way)
    if (answer) return answer
    if (isSettled(asking)) break
  }
  const { media, problems, captionsSeen } = asking
  if (!media || captionsSeen) throw tellingProblem(problems, waysTried)
  if (!media.audio) throw new Problem('no_audio')
  return { captions: null, media }
}
