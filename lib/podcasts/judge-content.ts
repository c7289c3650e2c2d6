import { decodeCaptions } from '@/lib/captions/decode-captions'
import { sniffContainer } from '@/lib/media/sniff-container'
import { charsetOf } from './charset-of'
import { rootElement } from './root-element'

/** How much of an answer's beginning is looked at. */
export const HEAD_BYTES = 16_384

export type Content = 'media' | 'feed' | 'page' | 'other'

const FEED_ROOTS = new Set(['rss', 'feed', 'rdf'])
const JSON_FEED = /^\ufeff?\s*\{[\s\S]{0,4096}jsonfeed\.org\\?\/version/

const mediaType = (contentType: string | null) => contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? ''

/** Says what an answer is by its first bytes, and only where these say nothing by its label. */
export function judgeContent(head: Buffer, contentType: string | null): Content {
  const text = decodeCaptions(head, charsetOf(contentType))
  const root = rootElement(text)
  const type = mediaType(contentType)
  if (root !== null) {
    if (FEED_ROOTS.has(root)) return 'feed'
    return root === 'html' || type === 'text/html' || type === 'application/xhtml+xml' ? 'page' : 'other'
  }
  if (JSON_FEED.test(text)) return 'feed'
  if (sniffContainer(head) !== null) return 'media'
  return /^(?:audio|video)\//.test(type) && !type.endsWith('mpegurl') ? 'media' : 'other'
}
