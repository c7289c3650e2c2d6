import { numericId, onDomain, pathSegments } from '@/lib/sources/recognise/link-parts'
import { damagedLink, notOneRecording } from '@/lib/sources/recognise/link-problems'
import { type LinkRules, type Rule, recording, shortLink } from '@/lib/sources/recognise/recognised'
import { SHORT_HOSTS } from './platform'

/** The id that a link names, and the path by which it is opened. A post's id is not its video's, so it keeps its own path. */
type Named = { id: string; path: string } | null
type Form = (segments: readonly string[], query: URLSearchParams) => Named

/** Posts have a number or a `pfbid` code. */
function postId(text: string | null | undefined): string | null {
  return numericId(text) ?? /^(pfbid[0-9A-Za-z]{10,120})(?![\w-])/.exec(text ?? '')?.[1] ?? null
}

/** The first of some segments that is an id: slugs and `vb.123` may stand before it. */
function firstOf(segments: readonly string[], read: (text: string) => string | null): string | null {
  return segments.map(read).find((id) => id !== null) ?? null
}

function named(id: string | null, path: (id: string) => string): Named {
  return id === null ? null : { id, path: path(id) }
}

const watched = (id: string) => `watch/?v=${id}`

const FORMS: readonly Form[] = [
  // /watch/?v=ID, /watch/PAGE/ID, /video.php?v=ID, /video/embed?video_id=ID
  ([first = '', second = '', ...rest], query) => {
    if (!/^(?:watch|video|video\.php|photo\.php)$/.test(first)) return null
    const inPath = first === 'watch' && !/^(?:hashtag|topic)$/.test(second) ? firstOf(rest, numericId) : null
    return named(numericId(query.get('v')) ?? numericId(query.get('video_id')) ?? inPath, watched)
  },
  // /reel/ID
  ([first = '', second]) => (/^reels?$/.test(first) ? named(numericId(second), (id) => `reel/${id}`) : null),
  // /events/NAME/ID, /watchparty/ID
  ([first = '', ...rest]) =>
    /^(?:events|watchparty)$/.test(first) ? named(firstOf(rest, numericId), (id) => `${first}/${id}`) : null,
  // /ads/library/?id=ID
  ([first, second], query) =>
    first === 'ads' && second === 'library' ? named(numericId(query.get('id')), (id) => `ads/library/?id=${id}`) : null,
  // /story.php?story_fbid=ID&id=PAGE
  ([first = ''], query) => {
    const page = numericId(query.get('id'))
    if (!/^(?:story|permalink)\.php$/.test(first)) return null
    return named(postId(query.get('story_fbid')), (id) => `story.php?story_fbid=${id}${page ? `&id=${page}` : ''}`)
  },
  // /groups/GROUP/posts/ID, /groups/GROUP/permalink/ID, /groups/GROUP/?multi_permalinks=ID
  ([first, group = '', third = '', ...rest], query) => {
    if (first !== 'groups') return null
    const inPath = /^(?:posts|permalink)$/.test(third) ? firstOf(rest, postId) : null
    const id = inPath ?? numericId(query.get('multi_permalinks'))
    return named(id, (known) => `groups/${encodeURIComponent(group)}/posts/${known}`)
  },
  // /PAGE/posts/SLUG/ID
  ([page = '', second, ...rest]) =>
    second === 'posts' ? named(firstOf(rest, postId), (id) => `${encodeURIComponent(page)}/posts/${id}`) : null,
  // /PAGE/videos/SLUG/ID, /PAGE/videos/vb.123/ID
  (segments) => {
    const at = segments.indexOf('videos')
    return at < 0 ? null : named(firstOf(segments.slice(at + 1), numericId), watched)
  },
]

function place(segments: readonly string[]): string {
  const [first = ''] = segments
  if (/^photo(?:\.php|s)?$/.test(first) || segments.some((segment) => /^photos/.test(segment))) return 'a photo'
  if (first === 'media') return 'an album'
  if (first === 'groups') return 'a group'
  if (first === 'stories') return 'a story, which is shown to signed-in people only'
  return /^(?:search|hashtag)$/.test(first) ? 'a search' : 'a profile or another page of Facebook'
}

/** Links of Facebook: videos, reels, posts with a video, share links. */
const read: Rule = (url) => {
  const { pathname, searchParams } = url.hash.startsWith('#!/') ? new URL(url.hash.slice(2), url.origin) : url
  const segments = pathSegments(pathname)
  const [first = ''] = segments
  const isShort = onDomain(url, ...SHORT_HOSTS) ? first !== '' : first === 'share' && segments.length > 1
  if (isShort) return shortLink('facebook', url)
  for (const form of FORMS) {
    const found = form(segments, searchParams)
    if (found)
      return recording({ platform: 'facebook', videoId: found.id, url: `https://www.facebook.com/${found.path}` })
  }
  if (/^(?:|watch|video|video\.php|reel|story\.php|permalink\.php)$/.test(first)) {
    throw damagedLink('This Facebook link is incomplete: it names no video. Copy the full link.')
  }
  throw notOneRecording(place(segments))
}

export const facebookLinks: LinkRules = {
  read,
  appLinks: [[/^facebook:(\d+)$/i, 'https://www.facebook.com/watch/?v=$1']],
  wrappers: [
    { domains: ['l.facebook.com', 'lm.facebook.com'], path: /^/, parameters: ['u'] },
    {
      domains: ['facebook.com'],
      path: /^\/(?:l\.php|flx\/warn|login(?:\.php|\/.*)?|checkpoint\/.*|plugins\/(?:video|post)\.php|sharer?(?:\.php|\/.*)?)\/?$/,
      parameters: ['u', 'next', 'href'],
    },
  ],
}
