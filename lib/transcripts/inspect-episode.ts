import { chooseTrack, type LanguageWish } from '@/lib/captions/choose-track'
import { chosenCaptions } from '@/lib/captions/chosen-captions'
import type { FoundCaptions } from '@/lib/captions/found-captions'
import { languageUnavailable } from '@/lib/captions/language-unavailable'
import type { Inspection } from '@/lib/media/inspection'
import { log } from '@/lib/platform/log'
import { Problem } from '@/lib/platform/problem'
import { loadTranscript } from '@/lib/podcasts/load-transcript'
import type { EpisodeMedia } from '@/lib/podcasts/probe-episode'
import type { MayWait } from './locate-source'

async function loadOrNone(url: string, signal: AbortSignal, mayWait: MayWait) {
  try {
    return await loadTranscript({ url }, signal)
  } catch (error) {
    if (!(error instanceof Problem) || mayWait(error)) throw error
    log.info("a publisher's transcript could not be read", { host: new URL(url).hostname, code: error.code })
    return []
  }
}

/**
 * The publisher's own transcript in the language wished for, tried format by format; null when there is none that can be
 * read, or only in another language than one that can't.
 */
async function publishedCaptions(
  { transcripts, lang }: EpisodeMedia,
  wish: LanguageWish,
  signal: AbortSignal,
  mayWait: MayWait,
): Promise<FoundCaptions | null> {
  const all = transcripts.map((link) => ({ ...link, source: 'captions' as const }))
  let left = all
  let hadWished = false
  while (left.length > 0) {
    const choice = chooseTrack(left, { ...wish, spokenLang: lang })
    if (choice.kind === 'unavailable' && !hadWished) throw languageUnavailable(choice.availableLangs)
    if (choice.kind !== 'track' || (choice.fallback && hadWished)) return null
    const segments = await loadOrNone(choice.track.url, signal, mayWait)
    if (segments.length > 0) return chosenCaptions(choice, all, segments)
    hadWished ||= !choice.fallback
    left = left.filter((track) => track !== choice.track)
  }
  return null
}

/**
 * An episode with its publisher's transcript, where it has one; else its sound is all there is. Throws what keeps the
 * transcript away for now, if that may be waited for.
 */
export async function inspectEpisode(
  episode: EpisodeMedia,
  wish: LanguageWish,
  signal: AbortSignal,
  mayWait: MayWait = () => false,
): Promise<Inspection> {
  const { title, author, thumbnailUrl, publishedAt, durationMs, kind } = episode
  const captions = await publishedCaptions(episode, wish, signal, mayWait)
  return { title, author, thumbnailUrl, publishedAt, durationMs, kind, captions }
}
