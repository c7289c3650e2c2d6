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

/** A showcase, a channel, a group, or what a user shows: `/showcase/ID`, `/channels/NAME`, `/groups/NAME`, `/NAME/videos`. */
function listOf([first = '', second = '', ...rest]: readonly string[]): ListLink | null {
  if (rest.length > 0) return null
  const at = (list: ListLink['list'], path: string, isNewestFirst: boolean) =>
    listLink({ platform: 'vimeo', list, url: `https://vimeo.com/${path}`, isNewestFirst })
  if ((first === 'album' || first === 'showcase') && NAME.test(second))
    return at('showcase', `showcase/${second}`, false)
  if (first === 'channels' && NAME.test(second)) return at('channel', `channels/${second}`, true)
  if (first === 'groups' && NAME.test(second)) return at('group', `groups/${second}`, true)
  const isUser = NAME.test(first) && !/^\d+$/.test(first) && !OWN_PAGES.has(first) && !PLACES.has(first)
  return isUser && (second === '' || second === 'videos') ? at('profile', `${first}/videos`, true) : null
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

/** Links of Vimeo: videos, unlisted ones with their hash, players, review pages, showcases, channels, groups, users. */
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
  if (first === 'ondemand')
    throw notRead('Vimeo On Demand videos require a purchase. Paste another link, or upload the file.')
  const list = onDomain(url, 'vimeo.com') ? listOf(segments) : null
  if (list) return list
  throw notOneRecording(PLACES.get(first) ?? 'a profile or another page of Vimeo')
}

export const vimeoLinks: LinkRules = {
  read,
  appLinks: [[/^vimeo:\/\/(?:app\.vimeo\.com\/)?videos\/(\d+)/i, 'https://vimeo.com/$1']],
  wrappers: [
    { domains: ['vimeo.com'], path: /^\/(?:log_in|api\/oembed\.(?:json|xml))$/, parameters: ['redirect', 'url'] },
  ],
}
