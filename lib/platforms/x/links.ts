import { numericId, onDomain, pathSegments } from '@/lib/sources/recognise/link-parts'
import { damagedLink, notOneRecording } from '@/lib/sources/recognise/link-problems'
import { type LinkRules, type Recognised, type Rule, recording, shortLink } from '@/lib/sources/recognise/recognised'
import { SHORT_HOSTS } from './platform'

const MAX_MEDIA = 4

const PLACES: ReadonlyMap<string, string> = new Map([
  ['search', 'a search'],
  ['explore', 'a list of posts'],
  ['hashtag', 'a list of posts'],
  ['home', 'a list of posts'],
  ['notifications', 'a list of notifications'],
  ['messages', 'a list of messages'],
])

/** The post's number: `/USER/status/ID`, `/i/web/status/ID`, `/statuses/ID`, `/i/videos/ID`, or in the query. */
function postId(segments: readonly string[], { searchParams }: URL): string | null {
  const inPath = segments.slice(0, 3).flatMap((segment, index) => {
    return /^status(?:es)?$/i.test(segment) ? (numericId(segments[index + 1]) ?? []) : []
  })
  if (inPath[0]) return inPath[0]
  const path = segments.join('/')
  const card = /^i\/(?:cards\/tfw\/v1|videos(?:\/tweet)?)\/(\d{1,20})/.exec(path)?.[1]
  if (card) return card
  if (/^embed\/tweet\.html$/i.test(path)) return numericId(searchParams.get('id'))
  if (segments[0] !== 'i' && segments[0] !== 'intent') return null
  return numericId(searchParams.get('post_id') ?? searchParams.get('tweet_id') ?? searchParams.get('in_reply_to'))
}

/** Which of a post's several videos is meant: 2 to 4, else null. The first is the post itself. */
function videoNumber(segments: readonly string[]): number | null {
  const at = segments.lastIndexOf('video')
  const number = at > 1 ? Number(segments[at + 1]) : 1
  return Number.isInteger(number) && number > 1 && number <= MAX_MEDIA ? number : null
}

function post(id: string, number: number | null): Recognised {
  const url = `https://x.com/i/status/${id}`
  if (number === null) return recording({ platform: 'x', videoId: id, url })
  // The id stays the post's, so this keeps the text of one video from being given for another.
  return recording({ platform: 'x', videoId: id, accessKey: `video-${number}`, url: `${url}/video/${number}` })
}

/** Links of X: posts, broadcasts and Spaces, by any of its names. */
const read: Rule = (url) => {
  const segments = pathSegments(url.hash.startsWith('#!/') ? url.hash.slice(2) : url.pathname)
  const [first = '', second = '', third = ''] = segments
  if (onDomain(url, ...SHORT_HOSTS) && first) return shortLink('x', url)
  const id = postId(segments, url)
  if (id) return post(id, videoNumber(segments))
  if (first === 'i' && /^(?:broadcasts|spaces)$/.test(second) && /^[0-9A-Za-z]{13}$/.test(third)) {
    return recording({ platform: 'x', videoId: third, url: `https://x.com/i/${second}/${third}` })
  }
  if (first === '' || segments.some((segment) => /^status(?:es)?$/i.test(segment))) {
    throw damagedLink('This X link is incomplete: it names no post. Copy the full link.')
  }
  throw notOneRecording(
    PLACES.get(first) ?? 'a profile or another page of X',
    'Paste the link of one post with a video.',
  )
}

export const xLinks: LinkRules = {
  read,
  appLinks: [[/^twitter:\/\/status\?id=(\d+)/i, 'https://x.com/i/status/$1']],
  wrappers: [
    {
      domains: ['x.com', 'twitter.com'],
      path: /^\/(?:login|i\/flow\/(?:login|signup)|account\/access|safety\/unsafe_link_warning|oembed)\/?$/,
      parameters: ['redirect_after_login', 'unsafe_link', 'url'],
    },
    { domains: ['publish.twitter.com', 'publish.x.com'], path: /^/, parameters: ['query', 'url'] },
  ],
}
