import type { Platform } from '@/lib/captions/transcript'
import type { Recognised } from './recognised'

/** A short link without its query, which only tells who shared it. */
export function shortLink(platform: Platform, url: URL): Recognised {
  return { kind: 'short', platform, url: `${url.origin}${url.pathname}` }
}
