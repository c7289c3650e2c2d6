import { canonicalLanguage } from '@/lib/captions/language/canonical-language'
import { parseUrl } from '@/lib/core/http/parse-url'
import type { Extractor } from '@/lib/sources/extractors/extractor'
import { PRIVATE_LIST } from '@/lib/sources/yt-dlp/failures/failure-phrases'
import { isHostOf } from '../platforms'
import type { SiteSource, TrackRules } from '../site-source'
import { youtubeLinks } from './links'
import { playerExtractor } from './player-extractor'
import { youtubeClients } from './requests/youtube-clients'
import { ytdlCoreExtractor } from './ytdl-core-extractor'

const NO_TAB =
  'This channel has no videos there. Paste the link of its Shorts or of its Live page, which end in /shorts and /streams.'

/**
 * The ways of asking YouTube, best first: its player API as each of the clients, then the watch page. Throws an Error for
 * a `YOUTUBE_CLIENTS_FILE` that can't be read.
 */
export function youtubeExtractors(): Extractor[] {
  return [...youtubeClients().map(playerExtractor), ytdlCoreExtractor]
}

/** The language that the address of a track names: the key of a named track has the track's id behind it. */
function languageInAddress(url: string | null | undefined): string | undefined {
  const address = parseUrl(url ?? '')
  if (!address || !isHostOf(address.hostname, ['youtube.com'])) return undefined
  return canonicalLanguage(address.searchParams.get('lang')) ?? undefined
}

/** yt-dlp's mark of the one automatic track that all others are translated from. */
const ORIGINAL_KEY = /-orig$/

/** YouTube lists one automatic track a hundred times, in every language it can translate it to. */
const originals: TrackRules['originals'] = (tracks) => {
  const marked = tracks.filter(({ key }) => ORIGINAL_KEY.test(key))
  const isTranslation = (url: string) => parseUrl(url)?.searchParams.has('tlang') === true
  return marked.length > 0 ? marked : tracks.filter(({ subtitle }) => !isTranslation(subtitle.url ?? ''))
}

const DUBBED_NOTE = /\bdubbed-auto\b/
const DUBBED_ADDRESS = /acont(?:=|%3D)dubbed-auto\b/i

export const youtubeSource: SiteSource = {
  links: youtubeLinks,
  hosts: ['youtube.com', 'youtube-nocookie.com', 'youtubei.googleapis.com', 'googlevideo.com', 'ytimg.com'],
  ytDlp: {
    recordings: ['youtube'],
    lists: ['youtube:tab'],
    failures: [
      {
        phrase: /not a bot|captcha challenge|rate-limited by YouTube|content isn.{1,8}t available, try again later/,
        code: 'upstream_blocked',
      },
      { phrase: /members-only content|available to this channel.s members/i, code: 'source_members_only' },
      { phrase: /This playlist is private/, code: 'source_private', detail: PRIVATE_LIST },
      { phrase: /The (?:channel\/)?playlist does not exist|This channel does not exist/, code: 'source_not_found' },
      { phrase: /This channel does not have a \w+ tab/, code: 'source_not_found', detail: NO_TAB },
    ],
  },
  extractors: youtubeExtractors,
  tracks: {
    automaticKey: ORIGINAL_KEY,
    originals,
    isDubbed: ({ format_note, url }) => DUBBED_NOTE.test(format_note ?? '') || DUBBED_ADDRESS.test(url ?? ''),
    language: ({ url }) => languageInAddress(url),
  },
  probe: 'https://www.youtube.com/watch?v=jNQXAC9IVRw',
}
