import { Readable } from 'node:stream'
import { pageParameters } from '@/app/page-parameters'
import { env } from '@/lib/core/env'
import { INDEX_LIMIT } from '@/lib/publishing/contract'
import { findPartEnd, listPublic } from '@/lib/publishing/publication-table'
import { pageUrl } from '@/lib/publishing/slug'

export const dynamic = 'force-dynamic'

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'

/** Pages are read and sent in parts of this size. */
const PAGES = 5_000

// Slugs and times hold nothing that XML would have to escape; the base address is the operator's own.
const entry = (url: string, updatedAt: string | null) =>
  `<url><loc>${url}</loc>${updatedAt ? `<lastmod>${updatedAt}</lastmod>` : ''}</url>\n`

/** The pages of a part, which begins after a slug. */
async function* urlSet(after: string): AsyncGenerator<string, void> {
  yield `<urlset xmlns="${NAMESPACE}">\n${after === '' ? entry(`${env().baseUrl}/`, null) : ''}`
  let last: string | null = after
  for (let count = 0; last !== null && count < INDEX_LIMIT; count += PAGES) {
    const { items, next_after } = await listPublic({ after: last, limit: Math.min(PAGES, INDEX_LIMIT - count) })
    yield items.map(({ slug, updated_at }) => entry(pageUrl(slug), updated_at)).join('')
    last = next_after
  }
  yield '</urlset>'
}

/** The addresses of the parts, each beginning after the slug that ended the one before. */
async function* partIndex(): AsyncGenerator<string, void> {
  yield `<sitemapindex xmlns="${NAMESPACE}">\n`
  for (let after: string | null = ''; after !== null; after = await findPartEnd(after)) {
    yield `<sitemap><loc>${env().baseUrl}/sitemap.xml?after=${after}</loc></sitemap>\n`
  }
  yield '</sitemapindex>'
}

async function* document(body: AsyncIterable<string>): AsyncGenerator<string, void> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n'
  yield* body
  yield '\n'
}

/** Every public page (sitemaps.org 0.9): one map, or an index of several beyond fifty thousand. */
export async function GET(request: Request): Promise<Response> {
  const sent = { after: new URL(request.url).searchParams.get('after') }
  const asked = pageParameters['sitemap.xml/route.ts'].safeParse(sent)
  // No slug is as long: there is nothing after it.
  if (!asked.success) return new Response(null, { status: 404 })
  const { after } = asked.data
  const isIndex = after === null && (await findPartEnd('')) !== null
  const body = isIndex ? partIndex() : urlSet(after ?? '')
  const headers = { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'no-cache' }
  return new Response(Readable.toWeb(Readable.from(document(body), { objectMode: false })) as ReadableStream, {
    headers,
  })
}
