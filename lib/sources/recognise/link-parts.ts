import { isHostOf } from '@/lib/platforms/platforms'
import { findLink } from './find-link'

/** Schemes by which podcast apps mark the address of a feed. */
const FEED_SCHEME = /^(?:feed|itpc|pcast|podcast):(?:\/\/)?/i

/**
 * The link in what people paste, whole: `//` and bare domains get https, a feed's own scheme gives way to it. Any other
 * text comes back for the parser to judge. Throws Problem `invalid_url` as `findLink` does.
 */
export function withScheme(pasted: string): string {
  const text = findLink(pasted).replace(FEED_SCHEME, '')
  if (text.startsWith('//')) return `https:${text}`
  if (hasScheme(text)) return text
  return /^[^\s/.:]{1,63}\.[^\s]{1,16384}$/.test(text) ? `https://${text}` : text
}

/** Whether a text begins with a URI scheme (RFC 3986 §3.1). `host:80` is a host with its port. */
export function hasScheme(text: string): boolean {
  return /^[a-z][a-z0-9+.-]{1,30}:/i.test(text) && !/^[a-z0-9.-]{1,255}:\d{1,5}(?:[/?#]|$)/i.test(text)
}

/** Whether a link's host is one of these domains or below one. A name that only looks like one is not. */
export function onDomain(url: URL, ...domains: readonly string[]): boolean {
  return isHostOf(url.hostname, domains)
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** The parts of a path between its slashes, percent-decoded, without the empty ones. */
export function pathSegments(path: string): string[] {
  return path.split('/').filter(Boolean).map(decoded)
}

/** The decimal number that a path segment or parameter is, or begins with before punctuation (`123.html`, `123&s=20`). */
export function numericId(text: string | null | undefined): string | null {
  return /^(\d{1,20})(?![\w-])/.exec(text ?? '')?.[1] ?? null
}
