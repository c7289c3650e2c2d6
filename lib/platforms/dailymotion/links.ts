import { onDomain, pathSegments } from '@/lib/sources/recognise/link-parts'
import { damagedLink, notOneRecording } from '@/lib/sources/recognise/link-problems'
import { listLink } from '@/lib/sources/recognise/list-link'
import { type LinkRules, type Recognised, type Rule, recording } from '@/lib/sources/recognise/recognised'
import { SHORT_HOST } from './platform'

/** The folders in which a video's player lies: `/embed/video/ID`, `/crawler/video/ID`, `/swf/video/ID`. */
const PLAYERS = new Set(['embed', 'crawler', 'swf'])
const PLACES: ReadonlyMap<string, string> = new Map([
  ['search', 'a search'],
  ['topic', 'a list of videos'],
  ['hub', 'a list of videos'],
  ['library', 'a list of videos'],
  ['signin', 'a page for signing in'],
])

/** A video's id begins with `x`, the id of a private one with `k`; in older links its title follows. */
const idIn = (text: string | null | undefined) => /^[kx][\da-zA-Z]{3,32}(?=_|$)/.exec(text ?? '')?.[0] ?? null
const playlistIn = (text: string | null | undefined) => /^x[\da-z]{2,16}(?=_|$)/.exec(text ?? '')?.[0] ?? null

function video(id: string): Recognised {
  return recording({ platform: 'dailymotion', videoId: id, url: `https://www.dailymotion.com/video/${id}` })
}

function playlist(id: string): Recognised {
  return listLink({ platform: 'dailymotion', list: 'playlist', url: `https://www.dailymotion.com/playlist/${id}` })
}

function videoIn(segments: readonly string[], { searchParams }: URL): string | null {
  const path = PLAYERS.has(segments[0] ?? '') ? segments.slice(1) : segments
  if (path[0] === 'video') return idIn(path[1])
  if (segments[0] === 'swf') return idIn(path[0])
  return segments.at(-1)?.endsWith('.html') ? idIn(searchParams.get('video')) : null
}

/** Links of Dailymotion: videos, players, playlists, channels. */
const read: Rule = (url) => {
  const segments = pathSegments(url.pathname)
  const [first = '', second = ''] = segments
  const id = onDomain(url, SHORT_HOST) ? idIn(first) : videoIn(segments, url)
  if (id) return video(id)
  const listed = playlistIn(first === 'playlist' ? second : url.searchParams.get('playlist'))
  if (listed) return playlist(listed)
  // `/fr` is the home page in French.
  const isHome = /^(?:|[a-z]{2})$/.test(first) && second === ''
  if (isHome || first === 'video' || first === 'playlist' || PLAYERS.has(first) || onDomain(url, SHORT_HOST)) {
    throw damagedLink('This Dailymotion link is incomplete: it names no video. Copy the full link.')
  }
  const place = PLACES.get(first)
  const user = first === 'user' ? second : first
  if (place || !/^[\w.-]{1,64}$/.test(user) || segments.length > 3) {
    throw notOneRecording(place ?? 'another page of Dailymotion')
  }
  return listLink({
    platform: 'dailymotion',
    list: 'channel',
    url: `https://www.dailymotion.com/${user}`,
    isNewestFirst: true,
  })
}

export const dailymotionLinks: LinkRules = { read }
