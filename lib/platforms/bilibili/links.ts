import { numericId, onDomain, pathSegments } from '@/lib/sources/recognise/link-parts'
import { damagedLink, notOneRecording } from '@/lib/sources/recognise/link-problems'
import { listLink } from '@/lib/sources/recognise/list-link'
import {
  type LinkRules,
  type ListLink,
  type Recognised,
  type Rule,
  recording,
  shortLink,
} from '@/lib/sources/recognise/recognised'
import { INTERNATIONAL_HOSTS, SHORT_HOSTS } from './platform'

const PLACES: ReadonlyMap<string, string> = new Map([
  ['list', 'a playlist'],
  ['medialist', 'a playlist'],
  ['watchlater', 'a playlist'],
  ['bangumi', 'a series'],
  ['cheese', 'a course'],
  ['audio', 'a song or an album'],
  ['read', 'an article'],
  ['opus', 'a post'],
  ['v', 'a list of videos'],
])
const HOSTS: ReadonlyMap<string, string> = new Map([
  ['space.bilibili.com', "a profile or one of a profile's lists"],
  ['live.bilibili.com', 'a live page'],
  ['t.bilibili.com', 'a post'],
  ['search.bilibili.com', 'a search'],
])

const ALPHABET = 'FcwAPNKTMug3GV5Lj7EJnHpWsx4tb8haYeviqBz6rkCy12mUSDQX9RdoZf'
const BASE = BigInt(ALPHABET.length)
const XOR = 23_442_827_791_579n
const LIMIT = 1n << 51n

function swap(characters: string[], one: number, other: number): void {
  const kept = characters[one] ?? ''
  characters[one] = characters[other] ?? ''
  characters[other] = kept
}

/**
 * The BV number of a video with an av number: both write the same number. Null where it is too large to be one.
 * @see https://github.com/SocialSisterYi/bilibili-API-collect/blob/master/docs/misc/bvid_desc.md
 */
function bvNumber(av: string): string | null {
  const number = BigInt(av)
  if (number <= 0n || number >= LIMIT) return null
  const characters = [...'BV1000000000']
  let rest = (LIMIT | number) ^ XOR
  for (let place = characters.length - 1; rest > 0n; place--) {
    characters[place] = ALPHABET[Number(rest % BASE)] ?? ''
    rest /= BASE
  }
  swap(characters, 3, 9)
  swap(characters, 4, 7)
  return characters.join('')
}

/** A BV number keeps its case; an av number is decimal, and another name of a BV number. */
function videoNumber(text: string | null | undefined): string | null {
  const [, bv, av] = /^(?:bv([0-9A-Za-z]{10})|av(\d{1,16}))(?![\w-])/i.exec(text ?? '') ?? []
  if (bv) return `BV${bv}`
  return av ? bvNumber(av) : null
}

function numberIn(segments: readonly string[], { searchParams }: URL): string | null {
  const [first = '', second = '', third = ''] = segments
  const path = first === 'video' ? second : first === 's' && second === 'video' ? third : null
  const aid = numericId(searchParams.get('aid'))
  return videoNumber(path) ?? videoNumber(searchParams.get('bvid')) ?? (aid && bvNumber(aid))
}

/** A video or one of its parts. Each part is a separate recording, and the first is the video itself. */
function video(number: string, { searchParams }: URL): Recognised {
  const part = Number(searchParams.get('p') ?? searchParams.get('page') ?? 1)
  const url = `https://www.bilibili.com/video/${number}`
  return Number.isInteger(part) && part > 1 && part < 100_000
    ? recording({ platform: 'bilibili', videoId: number, accessKey: `part-${part}`, url: `${url}?p=${part}` })
    : recording({ platform: 'bilibili', videoId: number, url })
}

function short(url: URL, [first = '']: readonly string[]): Recognised {
  const number = videoNumber(first)
  if (number) return video(number, url)
  if (!first) throw damagedLink('This Bilibili link is incomplete: it names no video. Copy the full link.')
  return shortLink('bilibili', url)
}

/** The international site numbers its videos and episodes by itself: `/en/video/ID`, `/en/play/SEASON/ID`. */
function international(segments: readonly string[]): Recognised {
  const [, path = '', id] =
    /^(?:[a-z]{2}\/)?((?:video|play\/\d{1,20})\/(\d{1,20}))(?![\w-])/i.exec(segments.join('/')) ?? []
  if (!id) throw notOneRecording('a page of Bilibili')
  return recording({ platform: 'bilibili', videoId: id, url: `https://www.bilibili.tv/en/${path}` })
}

/** A user's videos (`/ID/video`), collections and series (`/ID/lists/LIST?type=`, older `/ID/channel/…detail?sid=`). */
function listInSpace([user = '', ...rest]: readonly string[], { searchParams }: URL): ListLink | null {
  if (!/^\d{1,20}$/.test(user)) return null
  const path = rest.join('/')
  const series = (id: string, type: string) =>
    listLink({
      platform: 'bilibili',
      list: 'series',
      url: `https://space.bilibili.com/${user}/lists/${id}?type=${type}`,
    })
  if (/^(?:|video|upload\/video)$/.test(path)) {
    const url = `https://space.bilibili.com/${user}/video`
    return listLink({ platform: 'bilibili', list: 'profile', url, isNewestFirst: true })
  }
  const [, listed] = /^lists\/(\d{1,20})$/.exec(path) ?? []
  if (listed) return series(listed, searchParams.get('type') === 'series' ? 'series' : 'season')
  const current = path === 'lists' ? numericId(searchParams.get('sid')) : null
  if (current) return series(current, 'season')
  const older = /^channel\/(collection|series)detail$/.exec(path)?.[1]
  const id = numericId(searchParams.get('sid'))
  if (older && id) return series(id, older === 'series' ? 'series' : 'season')
  return path === 'favlist' ? favourites(numericId(searchParams.get('fid'))) : null
}

function favourites(id: string | null | undefined): ListLink | null {
  if (!id) return null
  return listLink({ platform: 'bilibili', list: 'playlist', url: `https://www.bilibili.com/medialist/detail/ml${id}` })
}

function listOf(segments: readonly string[], url: URL): ListLink | null {
  if (url.hostname === 'space.bilibili.com') return listInSpace(segments, url)
  const path = segments.join('/')
  const season = /^bangumi\/play\/(ss\d{1,12})$/.exec(path)?.[1]
  if (season) {
    return listLink({ platform: 'bilibili', list: 'series', url: `https://www.bilibili.com/bangumi/play/${season}` })
  }
  const sid = numericId(url.searchParams.get('sid'))
  const user = /^list\/(\d{1,20})$/.exec(path)?.[1]
  if (user && sid) {
    return listLink({
      platform: 'bilibili',
      list: 'series',
      url: `https://space.bilibili.com/${user}/lists/${sid}?type=season`,
    })
  }
  return favourites(/^(?:medialist\/(?:detail|play)|list)\/ml(\d{1,20})$/.exec(path)?.[1])
}

/** Links of Bilibili: videos and their parts, episodes, players, short links, users and lists. */
const read: Rule = (url) => {
  const segments = pathSegments(url.pathname)
  if (onDomain(url, ...SHORT_HOSTS)) return short(url, segments)
  if (onDomain(url, ...INTERNATIONAL_HOSTS)) return international(segments)
  const number = numberIn(segments, url)
  if (number) return video(number, url)
  const [first = ''] = segments
  const episode = first === 'bangumi' ? /^ep\d{1,12}$/.exec(segments[2] ?? '')?.[0] : undefined
  if (episode) {
    return recording({
      platform: 'bilibili',
      videoId: episode,
      url: `https://www.bilibili.com/bangumi/play/${episode}`,
    })
  }
  const list = listOf(segments, url)
  if (list) return list
  const found = HOSTS.get(url.hostname) ?? PLACES.get(first)
  if (found) throw notOneRecording(found)
  if (/^(?:|video|s|festival|player\.html)$/.test(first)) {
    throw damagedLink('This Bilibili link is incomplete: it names no video. Copy the full link.')
  }
  throw notOneRecording('another page of Bilibili')
}

export const bilibiliLinks: LinkRules = {
  read,
  appLinks: [
    [/^bilibili:\/\/video\/(\d+)/i, 'https://www.bilibili.com/video/av$1'],
    [/^bilibili:\/\/video\/(BV\w{10})/i, 'https://www.bilibili.com/video/$1'],
  ],
  wrappers: [{ domains: ['passport.bilibili.com'], path: /^/, parameters: ['gourl'] }],
  bareId: /^BV1[0-9A-Za-z]{9}$/,
  linkOf: (id) => `https://www.bilibili.com/video/${id}`,
}
