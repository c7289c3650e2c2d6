import { Problem } from '@/lib/core/problem/problem'
import { readBody } from '@/lib/net/open-url'
import { resolveShortLink } from '@/lib/sources/recognise/short-links/resolve-short-link'
import { MAX_OPML_BYTES } from '../opml-contract'
import { decodeFeed } from '../parse/decode-feed'
import type { SubscriptionList } from '../parse/opml'
import { notOpml, opmlTooLarge, parseSubscriptions } from '../subscriptions'
import { openResponse } from './open-response'

/**
 * Fetches the list of subscriptions at a pasted link. Throws what reading links throws, the problems of network and server,
 * `file_too_large` over 1 MB, and `unsupported_source` for anything else than OPML with feeds.
 */
export async function fetchSubscriptions(link: string, signal: AbortSignal): Promise<SubscriptionList> {
  const found = await resolveShortLink(link, signal)
  if (found.kind !== 'link') throw notOpml()
  try {
    const opened = await openResponse(found.url.href, { signal, maxBytes: MAX_OPML_BYTES })
    const bytes = await readBody(opened, MAX_OPML_BYTES)
    return await parseSubscriptions(await decodeFeed(bytes, opened.headers.get('content-type')))
  } catch (error) {
    throw error instanceof Problem && error.code === 'file_too_large' ? opmlTooLarge() : error
  }
}
