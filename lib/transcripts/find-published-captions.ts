import { chooseTrack, type LanguageRequest } from '@/lib/captions/choose-track'
import { chosenCaptions } from '@/lib/captions/chosen-captions'
import { type FoundCaptions, languageOfText, segmentCount } from '@/lib/captions/found-captions'
import { languageUnavailable } from '@/lib/captions/language-unavailable'
import { log } from '@/lib/platform/log'
import { Problem } from '@/lib/platform/problem'
import { type LoadedTranscript, loadTranscript } from '@/lib/podcasts/load-transcript'
import type { EpisodeMedia } from '@/lib/podcasts/probe-episode'
import type { MayWait } from './locate-source'

/** What a feed led to: the captions, and the host that served them. */
export type PublishedCaptions = { captions: FoundCaptions; servedBy: string }

async function loadOrNone(url: string, signal: AbortSignal, mayWait: MayWait): Promise<LoadedTranscript | null> {
  try {
    return await loadTranscript({ url }, signal)
  } catch (error) {
    if (!(error instanceof Problem) || mayWait(error)) throw error
    log.info("a publisher's transcript could not be read", { host: new URL(url).hostname, code: error.code })
    return null
  }
}

/** A transcript that a feed gives no language for is in the one that its text is in. */
async function labelled(captions: FoundCaptions): Promise<FoundCaptions> {
  if (captions.lang !== null) return captions
  const lang = await languageOfText(captions.segments)
  return lang === null
    ? captions
    : { ...captions, lang, availableLangs: [...new Set([...captions.availableLangs, lang])] }
}

/**
 * The publisher's own transcript in the language wished for, tried format by format; null when there is none that can be
 * read, or only in another language than one that can't: then the sound is all there is. Throws what keeps the transcript
 * away for now, if that may be waited for.
 */
export async function findPublishedCaptions(
  { transcripts, lang }: EpisodeMedia,
  requested: LanguageRequest,
  signal: AbortSignal,
  mayWait: MayWait = () => false,
): Promise<PublishedCaptions | null> {
  const all = transcripts.map((link) => ({ ...link, source: 'captions' as const }))
  let left = all
  let hasRequestedLang = false
  while (left.length > 0) {
    // Only its text tells what language an unlabelled transcript is in: whoever wants one alone is asked about after that.
    const strict = requested.strict && left.every((track) => track.lang !== null)
    const choice = chooseTrack(left, { ...requested, strict, spokenLang: lang })
    if (choice.kind === 'unavailable' && !hasRequestedLang) throw languageUnavailable(choice.availableLangs)
    if (choice.kind !== 'track' || (choice.fallback && hasRequestedLang)) return null
    const loaded = await loadOrNone(choice.track.url, signal, mayWait)
    if (loaded && segmentCount(loaded.text) > 0) {
      const captions = await labelled(chosenCaptions(choice, all, loaded.text))
      return { captions, servedBy: loaded.servedBy }
    }
    hasRequestedLang ||= !choice.fallback
    left = left.filter((track) => track !== choice.track)
  }
  return null
}
