import { numericId, onDomain, pathSegments } from '@/lib/sources/recognise/link-parts'
import { damagedLink, notOneRecording } from '@/lib/sources/recognise/link-problems'
import { listLink } from '@/lib/sources/recognise/list-link'
import { type LinkRules, type ListLink, type Rule, recording, shortLink } from '@/lib/sources/recognise/recognised'

const SHORT_DOMAINS = ['vm.tiktok.com', 'vt.tiktok.com']
/** Path segments before the number of a video: `/@USER/video/ID`, `/share/video/ID`, `/player/v1/ID`, `/v/ID.html`. */
const ID_PATHS = new Set(['video', 'photo', 'embed', 'player', 'v', 'v1', 'v2', 'v3'])

const PLACES: ReadonlyMap<string, string> = new Map([
  ['tag', 'a list of videos'],
  ['discover', 'a list of videos'],
  ['explore', 'a list of videos'],
  ['foryou', 'a list of videos'],
  ['channel', 'a list of videos'],
  ['search', 'a search'],
  ['music', 'a sound'],
  ['sticker', 'an effect'],
  ['live', 'a live page'],
])

function place(segments: readonly string[]): string {
  const [first = '', second = ''] = segments
  if (!first.startsWith('@')) return PLACES.get(segments.includes('live') ? 'live' : first) ?? 'another page of TikTok'
  if (second === 'live') return 'a live page'
  return second === 'collection' || second === 'playlist' ? 'a playlist' : 'a profile'
}

/** The list of a user's posts (`/@USER`), or of their collection (`/@USER/collection/NAME-ID`). */
function listOf([user = '', second = '', name = '', ...rest]: readonly string[]): ListLink | null {
  if (!/^@[\w.-]{1,100}$/.test(user) || rest.length > 0) return null
  if (second === '') {
    return listLink({ platform: 'tiktok', list: 'profile', url: `https://www.tiktok.com/${user}`, isNewestFirst: true })
  }
  if (second !== 'collection' || !/-\d{1,20}$/.test(name)) return null
  const url = `https://www.tiktok.com/${user}/collection/${encodeURIComponent(name)}`
  return listLink({ platform: 'tiktok', list: 'playlist', url })
}

/** Links of TikTok: videos and photo posts, embeds, short links, profiles, collections. */
const read: Rule = (url) => {
  const segments = pathSegments(url.pathname)
  const [first = '', second] = segments
  const at = segments.findIndex((segment, index) => ID_PATHS.has(segment) && numericId(segments[index + 1]) !== null)
  const id = at < 0 ? null : numericId(segments[at + 1])
  if (id) {
    const user = /^@[\w.-]{1,100}$/.test(first) ? first : '@_'
    return recording({ platform: 'tiktok', videoId: id, url: `https://www.tiktok.com/${user}/video/${id}` })
  }
  if (onDomain(url, ...SHORT_DOMAINS) ? first : first === 't' && second) {
    return shortLink('tiktok', url)
  }
  if (first === '' || at >= 0 || segments.some((segment) => segment === 'video' || segment === 'photo')) {
    throw damagedLink('This TikTok link is incomplete: it names no video. Copy the full link.')
  }
  const list = listOf(segments)
  if (list) return list
  throw notOneRecording(place(segments))
}

export const tiktokLinks: LinkRules = {
  read,
  appLinks: [[/^snssdk\d{4}:\/\/aweme\/detail\/(\d+)/i, 'https://www.tiktok.com/@_/video/$1']],
  wrappers: [{ domains: ['tiktok.com'], path: /^\/(?:login|link\/v2)\b/, parameters: ['redirect_url', 'target'] }],
}
