import { onDomain, pathSegments } from '../link-parts'
import { damagedLink, notOneRecording } from '../link-problems'
import { type Rule, shortLink } from '../recognised'

const PASTE = "Paste the show's RSS feed, or upload the file."

/** Links of Spotify's player: `/episode/ID`, `/show/ID`, with `intl-de` or `embed` before it. */
export const spotify: Rule = (url) => {
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
