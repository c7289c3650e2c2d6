import type { Actor } from '@/lib/core/actor'
import { parseUrl } from '@/lib/core/http/parse-url'
import { judgeUrl } from '@/lib/net/guard/judge-url'
import { hasCredentials, isSealed, sealCredentials, withoutUserinfo } from '@/lib/net/link-credentials'
import { withScheme } from '@/lib/sources/recognise/find-link'
import { recognise } from '@/lib/sources/recognise/recognise'
import type { Recognised } from '@/lib/sources/recognise/recognised'
import { resolveShortLink } from '@/lib/sources/recognise/short-links/resolve-short-link'
import { findSealedLink } from '../import-table'

/** Whether a link may be that of a feed: neither of a known site, nor one that only leads to another link. */
function mayBeFeed(plain: URL): boolean {
  const found = recognise(plain)
  return found.kind === 'link' && found.url.href === plain.href
}

/**
 * A pasted link as an import or a watch stores it: with its user name and password sealed for the user, which only the link of a feed
 * may have. A feed that the user has imported or watches with both needs neither again. Any other text stays as it is. Throws
 * `invalid_url` and `blocked_url`.
 */
export async function toStoredLink(actor: Actor, pasted: string): Promise<string> {
  const text = pasted.trim()
  // Refused with any other link in the text: a stored link that is sealed was sealed here.
  if (isSealed(text)) return judgeUrl(text).href
  const url = parseUrl(withScheme(text))
  if (!url) return text
  if (!hasCredentials(url)) return (await findSealedLink(actor.userId, url.href)) ?? text
  return mayBeFeed(withoutUserinfo(url)) ? sealCredentials(actor.userId, url) : judgeUrl(url).href
}

/** The meaning of a stored link by its text alone. Throws what `recognise` throws. */
export function recogniseStored(link: string): Recognised {
  return isSealed(link) ? { kind: 'link', url: new URL(link) } : recognise(link)
}

/** The meaning of a stored link, with short links followed. Throws what `resolveShortLink` throws. */
export async function resolveStored(link: string, signal: AbortSignal): Promise<Recognised> {
  return isSealed(link) ? recogniseStored(link) : resolveShortLink(link, signal)
}
