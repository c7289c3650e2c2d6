import { parseUrl } from '@/lib/core/http/parse-url'

/** The whole address, with the link in it encoded, has to fit where a path is kept through sign-in. */
const MAX_LENGTH = 1_900

/** A link without its scheme: a host with a dot, then anything. */
const WITHOUT_SCHEME = /^[^\s/:@?#.]+(?:\.[^\s/:@?#.]+)+\.?(?:[/?#]|$)/

/**
 * A link that was typed before signing in, as it may be kept: an http or https URL of bounded length; null for anything else.
 * It is filled in afterwards and never requested by itself.
 */
export function keptLink(typed: string): string | null {
  const text = typed.trim()
  const url = parseUrl(WITHOUT_SCHEME.test(text) ? `https://${text}` : text)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null
  return encodeURIComponent(url.href).length <= MAX_LENGTH ? url.href : null
}

/** The front page with a link filled in; the front page alone for what is no link. */
export function homeWithLink(typed: string): string {
  const link = keptLink(typed)
  return link === null ? '/' : `/?${new URLSearchParams({ link })}`
}
