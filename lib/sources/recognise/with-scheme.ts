import { findLink } from './find-link'
import { hasScheme } from './has-scheme'

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
