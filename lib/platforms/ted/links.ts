import { onDomain, pathSegments } from '@/lib/sources/recognise/link-parts'
import { damagedLink, notOneRecording } from '@/lib/sources/recognise/link-problems'
import { listLink } from '@/lib/sources/recognise/list-link'
import { type LinkRules, type Rule, recording, shortLink } from '@/lib/sources/recognise/recognised'
import { SHORT_HOSTS } from './platform'

const PAGES = new Set(['ted.com', 'www.ted.com', 'embed.ted.com', 'embed-ssl.ted.com'])
const SLUG = /^[\w-]{2,200}$/

/** Links of TED: talks, their transcripts and players, short links, playlists, series. */
const read: Rule = (url) => {
  if (onDomain(url, ...SHORT_HOSTS)) return shortLink('ted', url)
  const segments = pathSegments(url.pathname)
  // Blogs, lessons, files and feeds.
  if (!PAGES.has(url.hostname) || segments.at(-1) === 'rss') return { kind: 'link', url }
  const [kind = '', ...rest] = segments
  const [name = '', title] = rest[0] === 'lang' ? rest.slice(2) : rest
  const slug = name.replace(/\.html$/, '')
  if (kind === 'talks' && SLUG.test(slug)) {
    return recording({ platform: 'ted', videoId: slug, url: `https://www.ted.com/talks/${slug}` })
  }
  if (kind === 'playlists' && SLUG.test(name)) {
    const path = title && SLUG.test(title) ? `${name}/${title}` : name
    return listLink({ platform: 'ted', list: 'playlist', url: `https://www.ted.com/playlists/${path}` })
  }
  if (kind === 'series' && SLUG.test(name)) {
    return listLink({ platform: 'ted', list: 'series', url: `https://www.ted.com/series/${name}` })
  }
  if (kind === '') throw damagedLink('This TED link is incomplete: it names no talk. Copy the full link.')
  throw notOneRecording(kind === 'talks' ? 'a list of talks' : 'another page of TED', 'Paste the link of one talk.')
}

export const tedLinks: LinkRules = { read }
