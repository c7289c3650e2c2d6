import {
  chosenCaptions,
  type FoundCaptions,
  isStaged,
  languageOfText,
  languageUnavailable,
  segmentCount,
} from '@/lib/captions/found-captions'
import { chooseTrack, type LanguageRequest } from '@/lib/captions/language/choose-track'
import { isSameSpeech } from '@/lib/captions/language/match'
import { emptyTrack, requestedTrack } from '@/lib/captions/tracks/requested-track'
import { log } from '@/lib/core/log'
import { isSourceFault } from '@/lib/core/problem/problem'
import { retryDelaySeconds } from '@/lib/jobs/retry-delay'
import type { EpisodeMedia } from '@/lib/podcasts/episode-media'
import { type LoadedTranscript, loadTranscript } from '@/lib/podcasts/load-transcript'

/** The captions of a feed's transcript link, and the host that served them. */
export type PublishedCaptions = { captions: FoundCaptions; servedBy: string }

async function loadOrNone(
  { url, lang }: { url: string; lang: string | null },
  failures: number | null,
  signal: AbortSignal,
): Promise<LoadedTranscript | null> {
  try {
    return await loadTranscript({ url, lang }, signal)
  } catch (error) {
    if (!isSourceFault(error)) throw error
    if (failures !== null && retryDelaySeconds(error, failures) !== null) throw error
    log.info("a publisher's transcript could not be read", { host: new URL(url).hostname, code: error.code })
    return null
  }
}

/** A transcript without a language in the feed is in the language of its text. */
async function labelled(captions: FoundCaptions): Promise<FoundCaptions> {
  if (captions.lang !== null) return captions
  const lang = await languageOfText(captions.segments)
  return lang === null
    ? captions
    : { ...captions, lang, availableLangs: [...new Set([...captions.availableLangs, lang])] }
}

type Transcripts = Pick<EpisodeMedia, 'transcripts' | 'lang'>

/** The transcripts of an episode. One whose language the feed does not name is expected in the language of the show. */
function expected({ transcripts, lang }: Transcripts) {
  return transcripts.map((link) => ({
    ...link,
    lang: link.lang ?? lang,
    isLabelled: link.lang !== null,
    source: 'captions' as const,
  }))
}

/** The tracks of an episode: the links of a feed in one language are formats of the same text. */
export function publishedTracks(episode: Transcripts) {
  const langs = [...new Set(expected(episode).map(({ lang }) => lang))]
  return langs.map((lang) => ({ lang, name: null, source: 'captions' as const, original: false }))
}

/** A shorter text does not prove another language than the expected one. */
const LEAST_PROOF_CHARACTERS = 200

/** The language of a text where it is another one than expected; else null. */
async function otherLanguage(lang: string | null, { text }: LoadedTranscript): Promise<string | null> {
  const { segments } = text
  const isShort =
    !isStaged(segments) && segments.reduce((sum, { text }) => sum + text.length, 0) < LEAST_PROOF_CHARACTERS
  if (lang === null || isShort) return null
  const found = await languageOfText(segments)
  return found === null || isSameSpeech(found, lang) ? null : found
}

/** Any language is accepted. */
const SPOKEN: LanguageRequest = { requestedLang: 'auto', strict: false }

/**
 * The publisher's transcript in the requested language, tried format by format. Null, so that audio is transcribed, when none can be
 * read, when `chooseTrack` prefers that, or when the one in the requested language can't be read and only other languages are left.
 * With a number of `failures` (`Located` of `lib/transcripts/locate`), a failure that is worth another attempt is thrown. Throws
 * `language_unavailable` for a requested track that is not there or can't be read, and for a strict request in another language.
 */
export async function findPublishedCaptions(
  episode: EpisodeMedia,
  requested: LanguageRequest,
  failures: number | null,
  signal: AbortSignal,
): Promise<PublishedCaptions | null> {
  const named = requestedTrack(requested.requestedLang, publishedTracks(episode))
  let all = expected(episode)
  if (named) {
    const links = all.filter((link) => link.lang === named.lang)
    const read = { ...episode, transcripts: links, lang: named.lang }
    const found = await findPublishedCaptions(read, SPOKEN, failures, signal)
    if (!found) throw emptyTrack(publishedTracks(episode))
    return found
  }
  const texts = new Map<string, LoadedTranscript>()
  let left = all
  let spokenLang = episode.lang
  let hasRequestedLang = false
  while (left.length > 0) {
    // The language of an unlabelled transcript follows from its text, so `strict` is checked afterwards.
    const strict = requested.strict && left.every((track) => track.lang !== null)
    const choice = chooseTrack(left, { ...requested, strict, spokenLang })
    if (choice.kind === 'unavailable' && !hasRequestedLang) throw languageUnavailable(choice.availableLangs)
    if (choice.kind !== 'track' || (choice.fallback && hasRequestedLang)) return null
    const { url, isLabelled } = choice.track
    const loaded = texts.get(url) ?? (await loadOrNone({ url, lang: choice.lang }, failures, signal))
    if (loaded) texts.set(url, loaded)
    const other = loaded && !isLabelled ? await otherLanguage(choice.lang, loaded) : null
    if (other !== null) {
      // The text shows better than the feed of the show what is spoken in this episode.
      const relabel = (link: (typeof all)[number]) =>
        link.url === url ? { ...link, lang: other, isLabelled: true } : link
      all = all.map(relabel)
      left = left.map(relabel)
      spokenLang = other
      continue
    }
    if (loaded && segmentCount(loaded.text.segments) > 0) {
      const captions = await labelled(chosenCaptions(choice, all, loaded.text))
      return { captions, servedBy: loaded.servedBy }
    }
    hasRequestedLang ||= !choice.fallback
    left = left.filter((track) => track !== choice.track)
  }
  return null
}
