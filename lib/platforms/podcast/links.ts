import { numericId, onDomain, pathSegments } from '@/lib/sources/recognise/link-parts'
import { damagedLink, notOneRecording } from '@/lib/sources/recognise/link-problems'
import { type AppLink, type Recognised, shortLink } from '@/lib/sources/recognise/recognised'

const PASTE = "Paste the show's RSS feed, or upload the file."

/** Links of Apple Podcasts: `/COUNTRY/podcast/NAME/idSHOW?i=EPISODE`. */
function applePodcasts(url: URL): Recognised | null {
  if (onDomain(url, 'apple.co') && url.pathname !== '/') {
    return shortLink('podcast', url)
  }
  if (!onDomain(url, 'podcasts.apple.com', 'itunes.apple.com')) return null
  const segments = pathSegments(url.pathname)
  const showId = segments.flatMap((segment) => /^id(\d{1,20})(?![\w-])/.exec(segment)?.[1] ?? [])[0]
  if (!segments.includes('podcast') || !showId) {
    if (!onDomain(url, 'podcasts.apple.com')) return null
    if (numericId(url.searchParams.get('i'))) {
      throw damagedLink(
        "This Apple Podcasts link names an episode but not its show. Copy the episode's link from its Share menu: it has the show's number in it, as in /id1234567890?i=….",
      )
    }
    throw notOneRecording('a page of Apple Podcasts', "Paste the link of one episode, or the show's RSS feed.")
  }
  const country = /^[a-z]{2}$/i.exec(segments[0] ?? '')?.[0].toLowerCase() ?? null
  const episodeId = numericId(url.searchParams.get('i'))
  const path = `${country ? `${country}/` : ''}podcast/id${showId}${episodeId ? `?i=${episodeId}` : ''}`
  return { kind: 'podcast', service: 'apple', showId, episodeId, country, url: `https://podcasts.apple.com/${path}` }
}

/** Links of Spotify's player: `/episode/ID`, `/show/ID`, with `intl-de` or `embed` before it. */
function spotify(url: URL): Recognised | null {
  if (onDomain(url, 'spotify.link', 'spoti.fi') && url.pathname !== '/') {
    return shortLink('podcast', url)
  }
  if (!onDomain(url, 'open.spotify.com', 'play.spotify.com')) return null
  const [item = '', id = ''] = pathSegments(url.pathname).filter(
    (segment) => !/^(?:intl-\w{2,5}|embed(?:-podcast)?)$/.test(segment),
  )
  if (item !== 'episode' && item !== 'show') {
    throw notOneRecording(/^(?:track|album|artist)$/.test(item) ? 'music' : 'a page of Spotify', PASTE)
  }
  const known = /^([0-9A-Za-z]{22})(?![\w-])/.exec(id)?.[1]
  if (!known) throw damagedLink('This Spotify link is incomplete: it names no episode. Copy the full link.')
  return { kind: 'podcast', service: 'spotify', item, id: known, url: `https://open.spotify.com/${item}/${known}` }
}

export const APP_LINKS: readonly AppLink[] = [
  [/^spotify:(?:\/\/)?(episode|show|track|album|artist|playlist)[:/](\w{22})/i, 'https://open.spotify.com/$1/$2'],
]

/** The meaning of a podcast directory's link; null for any other. */
export function podcastLink(url: URL): Recognised | null {
  return applePodcasts(url) ?? spotify(url)
}
