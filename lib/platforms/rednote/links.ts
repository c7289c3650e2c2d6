import { onDomain, pathSegments } from '@/lib/sources/recognise/link-parts'
import { damagedLink, notOneRecording } from '@/lib/sources/recognise/link-problems'
import { type LinkRules, type Rule, recording, shortLink } from '@/lib/sources/recognise/recognised'

/** The note's id: `/explore/ID`, `/discovery/item/ID`, `/search_result/ID`, `/user/profile/USER/ID`. */
function noteId(segments: readonly string[]): string | null {
  const path = segments.join('/').toLowerCase()
  return (
    /^(?:explore|discovery\/item|search_result|user\/profile\/[\da-f]{24})\/([\da-f]{24})(?![\w-])/.exec(path)?.[1] ??
    null
  )
}

/** Without the share's token the site shows its sign-in page. It is no secret: sharing a note gives it away. */
function withToken(link: string, { searchParams }: URL): string {
  const token = searchParams.get('xsec_token')
  if (!token) return link
  return `${link}?${new URLSearchParams({ xsec_token: token, xsec_source: searchParams.get('xsec_source') ?? 'pc_share' })}`
}

/** Links of rednote (Xiaohongshu): notes and short links. */
const read: Rule = (url) => {
  const segments = pathSegments(url.pathname)
  if (onDomain(url, 'xhslink.com') && segments.length > 0) {
    return shortLink('rednote', url)
  }
  const id = noteId(segments)
  if (id) {
    const openUrl = withToken(
      `https://www.xiaohongshu.com/${segments[0] === 'discovery' ? 'discovery/item' : 'explore'}/${id}`,
      url,
    )
    return recording({ platform: 'rednote', videoId: id, url: `https://www.xiaohongshu.com/explore/${id}`, openUrl })
  }
  const [first = ''] = segments
  if (first === '' || first === 'discovery' || (first === 'explore' && segments.length > 1)) {
    throw damagedLink('This rednote link is incomplete: it names no note. Copy the full link.')
  }
  throw notOneRecording(first === 'user' ? 'a profile' : 'a list of notes', 'Paste the link of one note with a video.')
}

export const rednoteLinks: LinkRules = {
  read,
  appLinks: [[/^xhsdiscover:\/\/item\/([\da-f]{24})/i, 'https://www.xiaohongshu.com/explore/$1']],
  wrappers: [
    {
      domains: ['xiaohongshu.com', 'rednote.com'],
      path: /^\/(?:login|website-login|404)\b/,
      parameters: ['redirectPath', 'redirect'],
    },
  ],
}
