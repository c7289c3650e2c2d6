import { numericId, onDomain, pathSegments } from '../link-parts'
import { damagedLink, notOneRecording } from '../link-problems'
import { type Rule, shortLink } from '../recognised'

/** Links of Apple Podcasts: `/COUNTRY/podcast/NAME/idSHOW?i=EPISODE`. */
export const applePodcasts: Rule = (url) => {
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
