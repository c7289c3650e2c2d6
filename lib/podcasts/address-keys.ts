import { canonicalUrl } from '@/lib/net/canonical-url'

const HOST = /^(?:[a-z\d-]{1,63}\.){1,8}[a-z]{2,24}$/i

/** One spelling for all links to a page: without scheme, `www.`, a slash at the end, fragment and tracking parameters. */
export function pageKey(url: string): string {
  const canonical = canonicalUrl(new URL(url))
  const [address = '', query] = canonical.replace(/^https?:\/\/(?:www\.)?/, '').split('?', 2)
  return address.replace(/\/+$/, '') + (query === undefined ? '' : `?${query}`)
}

/**
 * One spelling for all ways to a recording: services that count downloads put their own address before the real one
 * (`counter.example/e/media.example/a.mp3`), and hosts put the player's name behind it.
 */
export function recordingKey(url: string, withQuery: boolean): string {
  const [address = '', query = ''] = canonicalUrl(new URL(url))
    .replace(/^https?:\/\//, '')
    .split('?', 2)
  const segments = address.split('/')
  const start = segments.findLastIndex((segment, index) => index < segments.length - 1 && HOST.test(segment))
  return segments.slice(Math.max(start, 0)).join('/') + (withQuery ? `?${query}` : '')
}
