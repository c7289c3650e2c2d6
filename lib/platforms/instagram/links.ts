import { numericId, pathSegments } from '@/lib/sources/recognise/link-parts'
import { damagedLink, notOneRecording } from '@/lib/sources/recognise/link-problems'
import { type LinkRules, type Recognised, type Rule, recording, shortLink } from '@/lib/sources/recognise/recognised'

const POST = /^(?:p|tv|reels?)$/
const PASTE = 'Paste the link of one reel or post with a video.'

const PLACES: ReadonlyMap<string, string> = new Map([
  ['explore', 'a list of posts'],
  ['reels', 'a list of reels'],
  ['stories', 'a list of stories'],
  ['s', 'a list of stories'],
  ['direct', 'a list of messages'],
])

// Posts of private accounts have a longer code, which is their secret and their id in one.
function shortcode(text: string | undefined): string | null {
  return /^([\w-]{5,64})(?![\w-])/.exec(text ?? '')?.[1] ?? null
}

/** `/p/CODE`, `/reel/CODE`, `/USER/reel/CODE`. */
function post(segments: readonly string[]): Recognised | null {
  const [kind, text] = segments.slice(POST.test(segments[0] ?? '') ? 0 : 1)
  const code = POST.test(kind ?? '') && text !== 'audio' ? shortcode(text) : null
  if (code === null) return null
  return recording({ platform: 'instagram', videoId: code, url: `https://www.instagram.com/p/${code}/` })
}

/** `/stories/USER/NUMBER`. Highlights are several stories. */
function story([first, user = '', number]: readonly string[]): Recognised | null {
  const id = numericId(number)
  if (first !== 'stories' || user === 'highlights' || !id || !/^[\w.]{1,30}$/.test(user)) return null
  return recording({ platform: 'instagram', videoId: id, url: `https://www.instagram.com/stories/${user}/${id}/` })
}

/** Links of Instagram: posts, reels, one story, share links. */
const read: Rule = (url) => {
  const segments = pathSegments(url.pathname)
  const [first = '', second] = segments
  if (first === 'share' && second) {
    return shortLink('instagram', url)
  }
  const found = post(segments) ?? story(segments)
  if (found) return found
  if (first === '' || /^(?:p|tv|reel)$/.test(first)) {
    throw damagedLink('This Instagram link is incomplete: it names no post. Copy the full link.')
  }
  throw notOneRecording(PLACES.get(first) ?? 'a profile or another page of Instagram', PASTE)
}

export const instagramLinks: LinkRules = {
  read,
  wrappers: [
    { domains: ['l.instagram.com'], path: /^/, parameters: ['u'] },
    { domains: ['instagram.com'], path: /^\/(?:accounts\/login|challenge|consent)\/?/, parameters: ['next', 'u'] },
  ],
}
