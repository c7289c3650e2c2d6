import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type QuoteCard, withQuoteCard } from '@/lib/publishing/quote/quote-card'
import type { Encoding } from '@/server/http/accepted-encoding'
import type { CachedPage } from './page-cache'

/** It is compressed for one response: fast matters more than small. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }
const GZIP = { level: 1 }

/**
 * A cached page with the card of a quote in its head. It is made for each request and not kept: a page has more quotes than
 * anybody could keep.
 */
export async function bodyOfQuote({ bodies }: CachedPage, card: QuoteCard, encoding: Encoding): Promise<Buffer> {
  const html = withQuoteCard(bodies.identity, card)
  if (encoding === 'identity') return html
  return encoding === 'br' ? promisify(brotliCompress)(html, BROTLI) : promisify(gzip)(html, GZIP)
}
