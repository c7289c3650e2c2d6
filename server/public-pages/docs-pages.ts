import { randomUUID } from 'node:crypto'
import type http from 'node:http'
import { parse } from 'hono/utils/cookie'
import { EXAMPLE_COOKIE, parseExampleLanguage } from '@/components/docs/example-language'
import { parseTheme, THEME_COOKIE } from '@/components/site/theme/theme'
import { identifyVisitor } from '@/lib/accounts/identify'
import { findShownAccount } from '@/lib/accounts/shown-account'
import { singleFlight } from '@/lib/core/concurrency/single-flight'
import { log } from '@/lib/core/log'
import { SLUGS } from '@/lib/docs/contents'
import { pageAddress } from '@/lib/docs/page'
import { compress, takesGzip } from '@/server/http/accepted-encoding'
import { fetchRenderedPage, isOwnRequest, plainHeaders, type RenderedPage, type Renderer } from './fetch-rendered-page'
import { lastingHeaders, makePageCache } from './page-cache'
import type { PageListener } from './public-pages'

const MAX_BYTES = 16 * 1024 ** 2

/** Every address whose page only depends on who looks at it, and on two preferences. */
const ADDRESSES: ReadonlySet<string> = new Set(['/docs', ...SLUGS.map(pageAddress)])

const NONCE = /'nonce-([^']+)'/

/** A page as Next made it for one response, with that response's nonce. */
type DocsPage = RenderedPage & { nonce: string; sizeBytes: number }

function toDocsPage({ html, headers }: RenderedPage): DocsPage {
  const nonce = NONCE.exec(headers['content-security-policy'] ?? '')?.[1]
  if (!nonce) throw new Error('the page has a policy without a nonce')
  const isComplete = count(html, 'nonce="') > 0 && count(html, 'nonce="') === count(html, `nonce="${nonce}"`)
  if (!isComplete) throw new Error('the page has scripts with another nonce than its policy names')
  const { 'cache-control': cacheControl = 'no-store', vary = '*' } = headers
  const kept = { ...lastingHeaders(headers), 'cache-control': cacheControl, vary }
  return { html, headers: kept, nonce, sizeBytes: Buffer.byteLength(html) }
}

const count = (text: string, part: string): number => text.split(part).length - 1

/** Sends a page with a nonce for this response. */
async function send(request: http.IncomingMessage, response: http.ServerResponse, page: DocsPage): Promise<void> {
  const nonce = Buffer.from(randomUUID()).toString('base64')
  const named = Object.entries(page.headers).map(([name, value]) => [name, value.replaceAll(page.nonce, nonce)])
  const html = page.html.replaceAll(page.nonce, nonce)
  const isGzip = takesGzip(request)
  const body = isGzip ? await compress(html, 'gzip') : Buffer.from(html)
  const headers = { ...Object.fromEntries(named), ...(isGzip && { 'content-encoding': 'gzip' }) }
  response.writeHead(200, { ...headers, 'content-length': body.byteLength })
  response.end(request.method === 'HEAD' ? undefined : body)
}

/** The key of a page: its URL, and the cookies that show in it. */
type Shown = { address: string; key: string; cookie: string }

async function describeShown(request: http.IncomingMessage, address: string): Promise<Shown> {
  const sent = request.headers.cookie ?? ''
  const cookies = parse(sent)
  const [theme, language] = [parseTheme(cookies[THEME_COOKIE]), parseExampleLanguage(cookies[EXAMPLE_COOKIE])]
  const visitor = await identifyVisitor(new Headers(plainHeaders(request.headers)))
  const account = await findShownAccount(visitor)
  const session = visitor && 'sessionId' in visitor ? visitor.sessionId : null
  return {
    address,
    key: JSON.stringify([address, theme, language, session, account]),
    // No other cookie of an anonymous visitor is sent on.
    cookie: visitor ? sent : `${THEME_COOKIE}=${theme}; ${EXAMPLE_COOKIE}=${language}`,
  }
}

/**
 * Serves the pages of the documentation from memory. `pages`, which is Next, renders each once for all who see the same: it takes a
 * tenth of a second for the API reference, whose pages are of a megabyte.
 */
export function docsPages(pages: PageListener): PageListener {
  const cache = makePageCache<DocsPage>(MAX_BYTES)

  async function pageOf(renderer: Renderer, { address, key, cookie }: Shown): Promise<DocsPage | null> {
    const kept = cache.get(key)
    if (kept) return kept
    return singleFlight(`docs page ${key}`, async () => {
      const made = await fetchRenderedPage(renderer, address, cookie)
      if (!made) return null
      const page = toDocsPage(made)
      cache.set(key, address, page)
      return page
    })
  }

  return async (request, response) => {
    const reads = request.method === 'GET' || request.method === 'HEAD'
    const address = request.url ?? ''
    // A page that is already open asks for data instead.
    const isWhole = reads && ADDRESSES.has(address) && request.headers.rsc === undefined
    if (!isWhole || isOwnRequest(request)) return pages(request, response)
    try {
      const { localPort = 0, localAddress = '127.0.0.1' } = request.socket
      const page = await pageOf({ port: localPort, address: localAddress }, await describeShown(request, address))
      if (page) return await send(request, response, page)
    } catch (error) {
      log.warn('a page of the documentation could not be served from memory, so Next renders it', { address, error })
    }
    return pages(request, response)
  }
}
