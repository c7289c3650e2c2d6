import type { PlatformFacts } from '@/lib/platforms/platform-facts'
import { isHostOf, PLATFORMS } from '@/lib/platforms/platforms'

/** Whether a URL leads to a recording of a platform that the service reads. Posts count if their page shows a player. */
export function isPlatformLink(url: string, hasPlayer: boolean): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname, pathname, search } = new URL(url)
  if (protocol !== 'https:' && protocol !== 'http:') return false
  const address = `${hostname}${pathname}${search}`
  return PLATFORMS.some(({ page }: PlatformFacts) => page?.address.test(address) && (hasPlayer || !page.isPost))
}

/** Whether a URL is a page of YouTube's player. */
export function isYoutube(url: string): boolean {
  return URL.canParse(url) && isHostOf(new URL(url).hostname, ['youtube.com']) && isPlatformLink(url, true)
}
