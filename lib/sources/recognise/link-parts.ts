import { isHostOf } from '@/lib/platforms/platforms'

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
