import type http from 'node:http'
import { parse } from 'hono/utils/cookie'
import { parseTheme, THEME_COOKIE, type Theme } from '@/components/site/theme/theme'
import { singleFlight } from '@/lib/core/concurrency/single-flight'
import { subscribe } from '@/lib/core/db/notifications'
import { entityTag, isUnchanged, REVALIDATED } from '@/lib/core/http/revalidation'
import { newId } from '@/lib/core/ids'
import { log } from '@/lib/core/log'
import { Problem } from '@/lib/core/problem/problem'
import { limitPublicRequest } from '@/lib/limits/limit-public-request'
import { countView } from '@/lib/publishing/count-view'
import { findVersion } from '@/lib/publishing/publication-table'
import { type FoundQuote, findQuote } from '@/lib/publishing/quote/find-quote'
import { cardOf, type QuoteCard, withQuoteCard } from '@/lib/publishing/quote/quote-card'
import { pageUrl } from '@/lib/publishing/slug'
import { UNPUBLISHED_CHANNEL } from '@/lib/publishing/unpublished-channel'
import { acceptedEncoding, compress, type Encoding } from '@/server/http/accepted-encoding'
import { fetchRenderedPage, isOwnRequest } from './fetch-rendered-page'
import { type CachedPage, makePageCache, toCachedPage } from './page-cache'

/**
 * A public page. Its text does not depend on the query: the browser reads the time in a link. A link to a quote has its
 * own card in the head.
 */
const PAGE_PATH = /^\/t\/([a-z0-9][a-z0-9-]{0,80})(?:\?(.*))?$/s

const MAX_BYTES = 64 * 1024 ** 2

export type PageListener = (request: http.IncomingMessage, response: http.ServerResponse) => void | Promise<void>

function themeOf({ headers }: http.IncomingMessage): Theme {
  return parseTheme(parse(headers.cookie ?? '', THEME_COOKIE)[THEME_COOKIE])
}

type Shown = { slug: string; page: CachedPage; version: string; quote: FoundQuote | null }

/** The page is compressed for one response: speed matters more than size. */
const QUOTE_LEVEL = 1

/**
 * A cached page with the card of a quote in its head. It is made for each request and not kept: a page has more quotes than
 * a cache could keep.
 */
async function bodyOfQuote({ bodies }: CachedPage, card: QuoteCard, encoding: Encoding): Promise<Buffer> {
  const html = withQuoteCard(bodies.identity, card)
  return encoding === 'identity' ? html : compress(html, encoding, QUOTE_LEVEL)
}

async function send(request: http.IncomingMessage, response: http.ServerResponse, shown: Shown): Promise<void> {
  const { slug, page, version, quote } = shown
  const encoding = acceptedEncoding(request)
  const etag = entityTag(version, quote ? `${encoding};t=${quote.time}` : encoding)
  const headers = { ...page.headers, ...REVALIDATED, etag, 'x-request-id': newId() }
  const known = request.headers['if-none-match']
  if (known !== undefined && isUnchanged(new Headers({ 'if-none-match': known }), etag)) {
    response.writeHead(304, headers).end()
    return
  }
  const body = quote ? await bodyOfQuote(page, cardOf(pageUrl(slug), quote), encoding) : page.bodies[encoding]
  const coded = encoding === 'identity' ? {} : { 'content-encoding': encoding }
  response.writeHead(200, { ...headers, ...coded, 'content-length': body.byteLength })
  response.end(request.method === 'HEAD' ? undefined : body)
}

/** The headers that carry the client's address. */
function addressHeaders({ headers }: http.IncomingMessage): Headers {
  const forwarded = headers['x-forwarded-for']
  return new Headers(forwarded === undefined ? {} : { 'x-forwarded-for': String(forwarded) })
}

/** The quote whose card a page gets; null for the card of the page, which also those get who ask for too much. */
async function quoteFor(
  request: http.IncomingMessage,
  slug: string,
  version: string,
  search = '',
): Promise<FoundQuote | null> {
  const t = new URLSearchParams(search).get('t') ?? undefined
  try {
    return await findQuote(slug, version, t, () => limitPublicRequest(addressHeaders(request)))
  } catch (error) {
    const isRefusal = error instanceof Problem && error.code === 'rate_limited'
    if (!isRefusal) log.warn('a quote could not be read, so its link has the card of the page', { slug, error })
    return null
  }
}

/**
 * Serves public pages from memory; `pages`, which is Next, renders each of them once. Every request asks the database
 * whether the page is still public and unchanged. Unpublishing removes a page from the memory of every process.
 */
export async function publicPages(pages: PageListener): Promise<PageListener> {
  const cache = makePageCache<CachedPage>(MAX_BYTES)
  await subscribe(UNPUBLISHED_CHANNEL, (slug) => cache.delete(slug))

  async function pageOf(request: http.IncomingMessage, slug: string, version: string): Promise<CachedPage | null> {
    const theme = themeOf(request)
    const key = `${slug} ${version} ${theme}`
    const kept = cache.get(key)
    if (kept) return kept
    const { localPort = 0, localAddress = '127.0.0.1' } = request.socket
    const renderer = { port: localPort, address: localAddress }
    // Only the theme's cookie is sent on, so the page holds nothing about a user.
    const page = await singleFlight(`public page ${key}`, async () => {
      const made = await fetchRenderedPage(renderer, `/t/${slug}`, `${THEME_COOKIE}=${theme}`)
      return made && toCachedPage(made.html, made.headers)
    })
    // The page may have been changed or unpublished while it was rendered.
    if (!page || (await findVersion(slug)) !== version) return null
    cache.set(key, slug, page)
    return page
  }

  return async (request, response) => {
    const [, slug, search] = PAGE_PATH.exec(request.url ?? '') ?? []
    const reads = request.method === 'GET' || request.method === 'HEAD'
    if (!slug || !reads || isOwnRequest(request)) return pages(request, response)
    try {
      const version = await findVersion(slug)
      const page = version && (await pageOf(request, slug, version))
      if (page && version) {
        if (request.method === 'GET') countView(slug, request.headers['user-agent'])
        const quote = await quoteFor(request, slug, version, search)
        return await send(request, response, { slug, page, version, quote })
      }
    } catch (error) {
      log.warn('a public page could not be served from memory, so Next renders it', { slug, error })
    }
    return pages(request, response)
  }
}
