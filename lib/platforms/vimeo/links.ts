import type { Problem } from '@/lib/core/problem/problem'
import { accessKey } from '@/lib/sources/recognise/access-key'
import { numericId, onDomain, pathSegments } from '@/lib/sources/recognise/link-parts'
import { damagedLink, notOneRecording, notRead } from '@/lib/sources/recognise/link-problems'
import { listLink } from '@/lib/sources/recognise/list-link'
import {
  type LinkRules,
  type ListLink,
  type Recognised,
  type Rule,
  recording,
} from '@/lib/sources/recognise/recognised'
import { latestOfEvent } from './latest-of-event'

const PARENTS = new Set(['video', 'videos', 'review'])

const PLACES: ReadonlyMap<string, string> = new Map([
  ['album', 'a showcase'],
  ['showcase', 'a showcase'],
  ['channels', 'a channel'],
  ['groups', 'a group'],
  ['event', 'an event'],
  ['categories', 'a list of videos'],
  ['search', 'a search'],
])

/** Pages of Vimeo itself, which stand where a user's name does. */
const OWN_PAGES = new Set(
  'about api apps blog business cameo categories create create-video customers developers dmca enterprise event explore features for-hire help home integrations jobs join learn live live_streaming log_in manage me ondemand ott partners plus press pricing privacy pro search settings site_map stats stock store terms tools upgrade upload video-library vimeopro watch watchlater'.split(
    ' ',
  ),
)
const NAME = /^[\w-]{1,100}$/

/** The tabs of a user's page that list no videos; other words there are names that the user has given to a video. */
const USER_TABS = new Set(
  'about albums appearances channels collections followers following groups portfolios showcases'.split(' '),
)

const isUser = (name: string) =>
  NAME.test(name) && !/^\d+$/.test(name) && !OWN_PAGES.has(name) && !PLACES.has(name) && !PARENTS.has(name)

/**
 * A showcase, a channel, a group, or what a user shows or likes: `/showcase/ID`, `/showcase/ID/embed`, `/channels/NAME`,
 * `/groups/NAME`, `/NAME/videos`, `/NAME/likes`.
 */
function listOf([first = '', second = '', ...rest]: readonly string[]): ListLink | null {
  const at = (list: ListLink['list'], path: string, isNewestFirst: boolean) =>
    listLink({ platform: 'vimeo', list, url: `https://vimeo.com/${path}`, isNewestFirst })
  const isShowcase = (first === 'album' || first === 'showcase') && NAME.test(second)
  // A showcase that is made for other sites opens as a player only.
  if (isShowcase && /^embed2?$/.test(rest.join('/'))) return at('showcase', `showcase/${second}/embed`, false)
  if (rest.length > 0) return null
  if (isShowcase) return at('showcase', `showcase/${second}`, false)
  if (first === 'channels' && NAME.test(second)) return at('channel', `channels/${second}`, true)
  if (first === 'groups' && NAME.test(second)) return at('group', `groups/${second}`, true)
  if (!isUser(first)) return null
  if (second === 'likes') return at('playlist', `${first}/likes`, false)
  return second === '' || second === 'videos' ? at('profile', `${first}/videos`, true) : null
}

/** The page of an event, which shows its latest video: `/event/ID`, unlisted `/event/ID/HASH`, both also as a player. */
function eventPage([place, id = '', ...rest]: readonly string[]): Recognised | null {
  if (place !== 'event' || !/^\d{1,20}$/.test(id)) return null
  const hash = rest.find((segment) => /^[\da-f]{10}$/.test(segment))
  const url = ['https://vimeo.com/event', id, ...(hash ? [hash] : [])].join('/')
  return { kind: 'page', platform: 'vimeo', url, showsNewest: true }
}

/** A page whose text names its videos: `/USER/NAME-OF-A-VIDEO`, and what users of Vimeo Pro show on `vimeopro.com`. */
function isOpenPage({ hostname }: URL, [first = '', second = '', ...rest]: readonly string[]): boolean {
  if (/^(?:www\.)?vimeopro\.com$/.test(hostname)) return first !== ''
  if (!/^(?:www\.)?vimeo\.com$/.test(hostname) || rest.length > 0) return false
  return isUser(first) && NAME.test(second) && !USER_TABS.has(second) && !PARENTS.has(second)
}

function secretHash(text: string | null | undefined): string | null {
  return /^[\da-f]{8,40}$/.exec(text ?? '')?.[0] ?? null
}

/** The index of a video's number in the path: `/ID`, `/channels/NAME/ID`, or after `video`, `videos`, `review`. */
function idAt(segments: readonly string[]): number {
  return segments.findIndex((segment, index) => {
    if (!/^\d{1,20}$/.test(segment)) return false
    return index === 0 || PARENTS.has(segments[index - 1] ?? '') || (index === 2 && segments[0] === 'channels')
  })
}

function video(id: string, hash: string | null, openUrl: string): Recognised {
  return recording({
    platform: 'vimeo',
    videoId: id,
    accessKey: accessKey(hash),
    url: `https://vimeo.com/${id}`,
    openUrl,
  })
}

function inPath(segments: readonly string[], { searchParams }: URL): Recognised | null {
  const at = idAt(segments)
  const id = at < 0 ? undefined : segments[at]
  if (!id) return null
  const hash = secretHash(segments[at + 1]) ?? secretHash(searchParams.get('h'))
  const [user = '', place] = segments
  // A review link's hash opens its review page, not the player.
  if (place === 'review' && hash && /^[\w-]{1,64}$/.test(user)) {
    return video(id, hash, `https://vimeo.com/${user}/review/${id}/${hash}`)
  }
  return video(id, hash, `https://player.vimeo.com/video/${id}${hash === null ? '' : `?h=${hash}`}`)
}

function refusal([first = '', second]: readonly string[]): Problem {
  if (first === 'ondemand')
    return notRead('Vimeo On Demand videos require a purchase. Paste another link, or upload the file.')
  if (first === 'watchlater' || second === 'watchlater')
    return notRead('Only its owner sees this list. Paste the links of its videos.')
  if (isUser(first)) {
    const paste = `Paste the link of one video, or import all videos of the profile: https://vimeo.com/${first}`
    return notOneRecording('a page of a profile', paste)
  }
  return notOneRecording(PLACES.get(first) ?? 'a page of Vimeo itself')
}

/** Links of Vimeo: videos, unlisted ones with their hash, players, review pages, events, showcases, channels, groups, users. */
const read: Rule = (url) => {
  const segments = pathSegments(url.pathname)
  const [first = ''] = segments
  if (onDomain(url, 'player.vimeo.com') && /^(?:external|play|progressive_redirect)$/.test(first))
    return { kind: 'link', url }
  const clip = /^(?:.*\.swf|play_redirect_hls)$/.test(first) ? numericId(url.searchParams.get('clip_id')) : null
  const found = clip ? video(clip, null, `https://player.vimeo.com/video/${clip}`) : inPath(segments, url)
  if (found) return found
  if (first === '' || PARENTS.has(first)) {
    throw damagedLink('This Vimeo link is incomplete: it names no video. Copy the full link.')
  }
  const several = onDomain(url, 'vimeo.com') ? (listOf(segments) ?? eventPage(segments)) : null
  if (several) return several
  if (isOpenPage(url, segments)) return { kind: 'link', url }
  throw refusal(segments)
}

export const vimeoLinks: LinkRules = {
  read,
  page: { linkOn: latestOfEvent },
  appLinks: [[/^vimeo:\/\/(?:app\.vimeo\.com\/)?videos\/(\d+)/i, 'https://vimeo.com/$1']],
  wrappers: [
    { domains: ['vimeo.com'], path: /^\/(?:log_in|api\/oembed\.(?:json|xml))$/, parameters: ['redirect', 'url'] },
  ],
}
