import type { Problem } from '@/lib/core/problem/problem'
import { onDomain, pathSegments } from '@/lib/sources/recognise/link-parts'
import { damagedLink, notOneRecording } from '@/lib/sources/recognise/link-problems'
import { listLink } from '@/lib/sources/recognise/list-link'
import { type LinkRules, type ListLink, type PageFacts, type Rule, recording } from '@/lib/sources/recognise/recognised'
import { OWN_LIST, SHORT_HOSTS } from './platform'

const MAX_DATA_CHARACTERS = 4096

const watchPage = (id: string) => `https://www.youtube.com/watch?v=${id}`

/** Paths with the id behind them. */
const ID_PATHS = new Set('watch shorts live embed v e w vi vi_webp an_webp video'.split(' '))
/** Pages on which `v` would not name the video shown. */
const PAGES_OF_MANY = new Set('channel user c results search feed hashtag source post browse'.split(' '))
/** Words that stand where an id does, and have its length. */
const NO_IDS = new Set(['videoseries', 'live_stream'])

const PLACES: ReadonlyMap<string, string> = new Map([
  ['playlist', 'a playlist'],
  ['watch_videos', 'a playlist'],
  ['embed', 'a player of a playlist or a channel'],
  ['results', 'a search'],
  ['search', 'a search'],
  ['hashtag', 'a list of videos'],
  ['source', 'a list of Shorts'],
  ['post', 'a post'],
  ['browse', 'an album or an artist'],
  ['podcast', 'a podcast'],
  ['live', 'a list of streams'],
  ['channel', 'a channel'],
  ['user', 'a channel'],
  ['c', 'a channel'],
])

// YouTube itself ignores what follows the eleven characters.
function idIn(text: string | null | undefined): string | null {
  const id = /^[\w-]{11}/.exec(text ?? '')?.[0] ?? null
  return id !== null && NO_IDS.has(id) ? null : id
}

/** Old forms kept the id behind the hash: `#p/u/1/ID`, `#!v=ID`, `#/watch?v=ID`. */
function idInHash(hash: string): string | null {
  const named = hash.indexOf('v=')
  if (named >= 0) return idIn(hash.slice(named + 2))
  return hash.startsWith('#p/') ? idIn(hash.slice(hash.lastIndexOf('/') + 1)) : null
}

function idInQuery({ search, searchParams }: URL): string | null {
  const named = ['v', 'vi', 'video_id'].map((name) => idIn(searchParams.get(name))).find((id) => id !== null)
  // Old links have semicolons between parameters.
  return named ?? idIn(/[?&;]v=([\w-]{11})/.exec(search)?.[1])
}

function videoId(url: URL, [first = '', second = '']: readonly string[]): string | null {
  if (onDomain(url, ...SHORT_HOSTS) && idIn(first)) return idIn(first)
  const place = first.toLowerCase()
  // An episode; a show has the longer ID of a playlist there.
  if (place === 'podcast') return second.length === 11 ? idIn(second) : null
  const named = ID_PATHS.has(place) ? idIn(second) : null
  // A whole link encoded once too often keeps its query in the path.
  const inPath = place.startsWith('watch?v=') ? idIn(first.slice('watch?v='.length)) : null
  const showsMany = place.startsWith('@') || PAGES_OF_MANY.has(place)
  return named ?? inPath ?? (showsMany ? null : idInQuery(url)) ?? idInHash(url.hash)
}

/** The tabs of a channel that list videos; its front page counts as its videos. */
const CHANNEL_TABS: ReadonlyMap<string, string> = new Map([
  ['', 'videos'],
  ['featured', 'videos'],
  ['videos', 'videos'],
  ['shorts', 'shorts'],
  ['streams', 'streams'],
  ['live', 'streams'],
  ['home', 'videos'],
  ['about', 'videos'],
  ['community', 'videos'],
  ['posts', 'videos'],
])
/** The tabs of a channel that list playlists. */
const TABS_OF_LISTS = new Set(['podcasts', 'releases', 'courses', 'playlists'])
/** A channel's name alone, as old links have it. */
const CHANNEL_NAME = /^[a-z][\w.-]{2,49}$/i
/** Pages of YouTube itself, which stand where a channel's name does. */
const OWN_PAGES = new Set(
  'about account ads browse channel channels clip comment course creators details embed feed gaming hashtag howyoutubeworks intl jobs kids live logout movie music new oembed oops paid_memberships playlist post premium privacy redirect reel results search shorts signin source sports supported_browsers t trends tv upload user watch watch_popup watch_videos yt'.split(
    ' ',
  ),
)

function playlist(text: string): ListLink | null {
  const id = /^[\w-]{2,64}(?![\w-])/.exec(text)?.[0]
  if (!id || OWN_LIST.test(id)) return null
  const url = `https://www.youtube.com/playlist?list=${id}`
  // The list of what a channel has uploaded.
  return listLink({ platform: 'youtube', list: 'playlist', url, isNewestFirst: id.startsWith('UU') })
}

const isLostId = (word: string) => /^(?:[\w-]{10,12}|watch[\w-]{10,12})$/.test(word)

function namedChannel(name: string, rest: string[]): { path: string; rest: string[] } | null {
  // A lone word about as long as an id is an id that lost its `watch?v=`.
  const isAlone = rest.every((segment) => segment === '')
  if (!CHANNEL_NAME.test(name) || OWN_PAGES.has(name.toLowerCase()) || (isAlone && isLostId(name))) return null
  return { path: name, rest }
}

/** How the address of a channel begins: `channel/UC…`, `@handle`, `c/NAME`, `user/NAME`, `NAME`; `rest` is what follows. */
function channelPath([first = '', second = '', ...more]: readonly string[]): { path: string; rest: string[] } | null {
  if (/^@[^\s/]{1,100}$/.test(first)) return { path: `@${encodeURIComponent(first.slice(1))}`, rest: [second, ...more] }
  const place = first.toLowerCase()
  if ((place === 'channel' || place === 'browse') && /^UC[\w-]{22}$/.test(second)) {
    return { path: `channel/${second}`, rest: more }
  }
  if (place !== 'c' && place !== 'user') return namedChannel(first, [second, ...more])
  if (second === '') return null
  return { path: `${place}/${encodeURIComponent(second)}`, rest: more }
}

function listOf(url: URL, segments: readonly string[]): ListLink | null {
  const [first = '', second = ''] = segments
  if (/^(?:playlist|watch)$/i.test(first) || second === 'videoseries')
    return playlist(url.searchParams.get('list') ?? '')
  if (/^podcast$/i.test(first)) return playlist(second)
  // The page of a playlist of YouTube Music.
  if (/^browse$/i.test(first) && second.startsWith('VL')) return playlist(second.slice(2))
  const channel = channelPath(segments)
  const tab = channel && CHANNEL_TABS.get(channel.rest.filter(Boolean).join('/').toLowerCase())
  if (!channel || tab === undefined || tab === null) return null
  const address = `https://www.youtube.com/${channel.path}/${tab}`
  return listLink({ platform: 'youtube', list: 'channel', url: address, isNewestFirst: true })
}

/** Path segments before an id, including those of old links. */
const LEADS_TO_ID =
  /^(?:|watch|watch_popup|ytscreeningroom|details|attribution_link|redirect|movie|shorts|v|vi|e|w|clip)$/i

function isDamaged([first = '', second]: readonly string[]): boolean {
  return LEADS_TO_ID.test(first) || (second === undefined && isLostId(first))
}

function refusal(url: URL, segments: readonly string[]): Problem {
  const channel = onDomain(url, 'youtube.com') ? channelPath(segments) : null
  if (channel) {
    const hasLists = TABS_OF_LISTS.has(segments.at(-1)?.toLowerCase() ?? '')
    const [found, one] = hasLists ? ["a channel's playlists", 'playlist'] : ['a page of a channel', 'video']
    const all = `https://www.youtube.com/${channel.path}/videos`
    return notOneRecording(found, `Paste the link of one ${one}, or import the channel's videos: ${all}`)
  }
  const place = url.searchParams.has('list') ? 'playlist' : (segments[0] ?? '').toLowerCase()
  if (place === 'feed') {
    return notOneRecording('a page that differs for each viewer', 'Paste the link of one video, playlist or channel.')
  }
  const found = PLACES.get(place)
  if (found) return notOneRecording(found)
  if (isDamaged(segments) || onDomain(url, ...SHORT_HOSTS))
    return damagedLink('This YouTube link is incomplete: it names no video. Copy the full link.')
  return notOneRecording('a page of YouTube itself', 'Paste the link of one video, playlist or channel.')
}

/** Links of YouTube: watch pages, Shorts, streams, players, pictures, clips, playlists, channels. */
const read: Rule = (url) => {
  const segments = pathSegments(url.pathname)
  const id = videoId(url, segments)
  if (id) return recording({ platform: 'youtube', videoId: id, url: watchPage(id) })
  const clip = segments[0] === 'clip' ? /^[\w-]{10,64}$/.exec(segments[1] ?? '')?.[0] : undefined
  if (clip) return { kind: 'page', platform: 'youtube', url: `https://www.youtube.com/clip/${clip}` }
  const list = onDomain(url, 'youtube.com') ? listOf(url, segments) : null
  if (list) return list
  throw refusal(url, segments)
}

/** The id of the video that a page plays, from the data in its HTML; null when it holds none. */
export function videoOnPage(html: string): string | null {
  for (const key of ['"currentVideoEndpoint"', '"videoDetails"']) {
    const at = html.indexOf(key)
    const id = at < 0 ? null : /"videoId"\s{0,9}:\s{0,9}"([\w-]{11})"/.exec(html.slice(at, at + MAX_DATA_CHARACTERS))
    if (id?.[1]) return id[1]
  }
  return null
}

/** The id in an address of the form that front ends of YouTube keep. */
function idAtFrontEnd({ pathname, searchParams }: URL): string | null {
  return pathname === '/watch' ? (/^[\w-]{11}$/.exec(searchParams.get('v') ?? '')?.[0] ?? null) : null
}

/** The id of the video in the address of Piped, a front end that is one script: none of its pages names a video. */
function videoOfPiped({ url, title, description }: PageFacts): string | null {
  const isPiped = title === 'Piped' && /\bYouTube front-?end\b/i.test(description)
  return isPiped ? idAtFrontEnd(url) : null
}

/** The list that a video is shown in: `watch?v=ID&list=LIST`. */
const listAround = ({ searchParams }: URL) => playlist(searchParams.get('list') ?? '')

export const youtubeLinks: LinkRules = {
  read,
  listAround,
  appLinks: [
    [/^(?:vnd\.)?youtube(?:\.launch)?:(?:\/\/)?([\w-]{11})$/i, 'https://www.youtube.com/watch?v=$1'],
    [/^(?:vnd\.)?youtube(?:\.launch)?:\/\/(watch\?.*)$/i, 'https://www.youtube.com/$1'],
    [
      /^(?:vnd\.)?youtube(?:\.launch)?:(?:https?:)?\/\/((?:[\w-]+\.){0,3}(?:youtube\.com|youtu\.be)\/.*)$/i,
      'https://$1',
    ],
  ],
  wrappers: [
    {
      domains: ['youtube.com', 'youtube-nocookie.com', 'youtu.be'],
      path: /^\/(?:redirect|attribution_link|signin|oembed)\/?$/i,
      parameters: ['q', 'u', 'next', 'url'],
    },
    { domains: ['consent.youtube.com'], path: /^/, parameters: ['continue'] },
  ],
  bareId: /^[\w-]{11}$/,
  linkOf: watchPage,
  frontEnd: videoOfPiped,
  idAtFrontEnd,
  // A clip's page names the video that it is cut from. The cookie answers the question about cookies, in Europe.
  page: { headers: { cookie: 'SOCS=CAI', 'accept-language': 'en' }, videoId: videoOnPage },
}
