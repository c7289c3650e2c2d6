import type { PageFacts, PlayerFacts } from './page-facts'
import { isPlatformLink } from './platform-link'

/** Something that can be transcribed: the link that is sent, and the page's player that plays it. */
export type Recording = { link: string; name: string; player: number | null }

const isWeb = (url: string) => /^https?:\/\//i.test(url)

const withoutFragment = (url: string) => url.split('#', 1)[0] ?? url

const bySize = (one: PlayerFacts, other: PlayerFacts) => other.area - one.area || one.index - other.index

function fileName(url: string): string {
  const { host, pathname } = new URL(url)
  const last = pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last) || host
  } catch {
    return last
  }
}

/** A page's title without what YouTube puts around that of the video: its count of notices, and its own name. */
function titleOf(title: string): string {
  return title.replace(/^\(\d+\+?\) /, '').replace(/ - YouTube$/, '')
}

/** Each link once, as the first one has it. */
function distinct(recordings: Recording[]): Recording[] {
  const seen = new Set<string>()
  return recordings.filter(({ link }) => !seen.has(link) && seen.add(link))
}

/**
 * The recordings of a page, the most likely first. On a page of a platform it is the page itself; elsewhere what the players play, the
 * platforms' players in frames, and the linked files. A player that scripts feed has no link but its page's.
 */
export function findRecordings({ url, title, players, frames, files }: PageFacts): Recording[] {
  const sorted = players.toSorted(bySize)
  const page = { link: withoutFragment(url), name: titleOf(title) || fileName(url) }
  if (isPlatformLink(url, players.length > 0)) return [{ ...page, player: sorted[0]?.index ?? null }]
  const played = sorted.filter(({ src }) => isWeb(src))
  const fed = sorted.find(({ src }) => src.startsWith('blob:'))
  const nameOf = (link: string) => (played.length === 1 && title ? title : fileName(link))
  return distinct([
    ...played.map(({ src, index }) => ({ link: withoutFragment(src), name: nameOf(src), player: index })),
    ...frames.filter((frame) => isPlatformLink(frame, true)).map((link) => ({ link, name: page.name, player: null })),
    ...(fed && isWeb(url) ? [{ ...page, player: fed.index }] : []),
    ...files.filter(isWeb).map((file) => ({ link: withoutFragment(file), name: fileName(file), player: null })),
  ])
}
