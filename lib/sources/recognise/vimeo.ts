import { createHash } from 'node:crypto'
import { numericId } from './numeric-id'
import { onDomain } from './on-domain'
import { pathSegments } from './path-segments'
import type { Recognised, Rule } from './recognised'
import { recording } from './recording'
import { damagedLink, notOneRecording, notRead } from './refuse'

const ACCESS_KEY_CHARACTERS = 22
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

/** Whoever lacks the hash in an unlisted video's link must not get its text. */
function accessKey(hash: string): string {
  return createHash('sha256').update(hash).digest('base64url').slice(0, ACCESS_KEY_CHARACTERS)
}

function secretHash(text: string | null | undefined): string | null {
  return /^[\da-f]{8,40}$/.exec(text ?? '')?.[0] ?? null
}

/** Where in the path the number of a video stands: `/ID`, `/channels/NAME/ID`, or behind `video`, `videos`, `review`. */
function idAt(segments: readonly string[]): number {
  return segments.findIndex((segment, index) => {
    if (!/^\d{1,20}$/.test(segment)) return false
    return index === 0 || PARENTS.has(segments[index - 1] ?? '') || (index === 2 && segments[0] === 'channels')
  })
}

function video(id: string, hash: string | null, openUrl: string): Recognised {
  const key = hash === null ? '' : accessKey(hash)
  return recording({ platform: 'vimeo', videoId: id, accessKey: key, url: `https://vimeo.com/${id}`, openUrl })
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

/** Links of Vimeo: videos, unlisted ones with their hash, players, review pages. */
export const vimeo: Rule = (url) => {
  if (!onDomain(url, 'vimeo.com', 'vimeopro.com')) return null
  const segments = pathSegments(url.pathname)
  const [first = ''] = segments
  if (onDomain(url, 'player.vimeo.com') && /^(?:external|play|progressive_redirect)$/.test(first))
    return { kind: 'link', url }
  const clip = /^(?:.*\.swf|play_redirect_hls)$/.test(first) ? numericId(url.searchParams.get('clip_id')) : null
  const found = clip ? video(clip, null, `https://player.vimeo.com/video/${clip}`) : inPath(segments, url)
  if (found) return found
  if (first === '' || PARENTS.has(first)) {
    throw damagedLink('This Vimeo link does not say which video it means. Copy it whole.')
  }
  if (first === 'ondemand')
    throw notRead('Videos on Vimeo On Demand are sold, so they are not read. Paste another link, or upload the file.')
  throw notOneRecording(PLACES.get(first) ?? 'a profile or another page of Vimeo')
}
