import { chooseTrack, type LanguageWish } from '@/lib/captions/choose-track'
import { chosenCaptions } from '@/lib/captions/chosen-captions'
import type { FoundCaptions } from '@/lib/captions/found-captions'
import { languageUnavailable } from '@/lib/captions/language-unavailable'
import type { Inspection } from '@/lib/media/inspection'
import { log } from '@/lib/platform/log'
import { Problem } from '@/lib/platform/problem'
import { loadTranscript } from '@/lib/podcasts/load-transcript'
import type { EpisodeMedia } from '@/lib/podcasts/probe-episode'

async function loadOrNone(url: string, signal: AbortSignal) {
  try {
    return await loadTranscript({ url }, signal)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
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
): Promise<FoundCaptions | null> {
  const all = transcripts.map((link) => ({ ...link, source: 'captions' as const }))
  let left = all
  let hadWished = false
  while (left.length > 0) {
    const choice = chooseTrack(left, { ...wish, spokenLang: lang })
    if (choice.kind === 'unavailable' && !hadWished) throw languageUnavailable(choice.availableLangs)
    if (choice.kind !== 'track' || (choice.fallback && hadWished)) return null
    const segments = await loadOrNone(choice.track.url, signal)
    if (segments.length > 0) return chosenCaptions(choice, all, segments)
    hadWished ||= !choice.fallback
    left = left.filter((track) => track !== choice.track)
  }
  return null
}

/** An episode with its publisher's transcript, where it has one; else its sound is all there is. */
export async function inspectEpisode(
  episode: EpisodeMedia,
  wish: LanguageWish,
  signal: AbortSignal,
): Promise<Inspection> {
  const { title, author, thumbnailUrl, publishedAt, durationMs, kind } = episode
  const captions = await publishedCaptions(episode, wish, signal)
  return { title, author, thumbnailUrl, publishedAt, durationMs, kind, captions }
}
