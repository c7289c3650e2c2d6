import { pageParameters } from '@/app/page-parameters'
import { env } from '@/lib/platform/env'
import { INDEX_LIMIT, type PublicIndex } from '@/lib/publishing/contract'
import { listPublic } from '@/lib/publishing/publication-table'
import { pageUrl } from '@/lib/publishing/slug'

export const dynamic = 'force-dynamic'

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'

function urlSet(pages: readonly { url: string; updatedAt: string | null }[]): string {
  // Slugs and times hold nothing that XML would have to escape; the base address is the operator's own.
  const entries = pages.map(
    ({ url, updatedAt }) => `<url><loc>${url}</loc>${updatedAt ? `<lastmod>${updatedAt}</lastmod>` : ''}</url>`,
  )
  return `<urlset xmlns="${NAMESPACE}">\n${entries.join('\n')}\n</urlset>`
}

/** The addresses of the parts, each beginning after the slug that ended the one before. */
async function partAddresses(first: PublicIndex): Promise<string[]> {
  const parts = [`${env().baseUrl}/sitemap.xml?after=`]
  for (let after = first.next_after; after !== null; ) {
    parts.push(`${env().baseUrl}/sitemap.xml?after=${after}`)
    after = (await listPublic({ after, limit: INDEX_LIMIT })).next_after
  }
  return parts
}

async function siteMap(after: string | null): Promise<string> {
  const index = await listPublic({ after: after ?? '', limit: INDEX_LIMIT })
  if (after === null && index.next_after !== null) {
    const parts = (await partAddresses(index)).map((address) => `<sitemap><loc>${address}</loc></sitemap>`)
    return `<sitemapindex xmlns="${NAMESPACE}">\n${parts.join('\n')}\n</sitemapindex>`
  }
  const home = after ? [] : [{ url: `${env().baseUrl}/`, updatedAt: null }]
  const pages = index.items.map(({ slug, updated_at }) => ({ url: pageUrl(slug), updatedAt: updated_at }))
  return urlSet([...home, ...pages])
}

/** Every public page (sitemaps.org 0.9): one map, or an index of several beyond fifty thousand. */
export async function GET(request: Request): Promise<Response> {
  const sent = { after: new URL(request.url).searchParams.get('after') }
  const asked = pageParameters['sitemap.xml/route.ts'].safeParse(sent)
  // No slug is as long: there is nothing after it.
  if (!asked.success) return new Response(null, { status: 404 })
  const body = await siteMap(asked.data.after)
  const headers = { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'no-cache' }
  return new Response(`<?xml version="1.0" encoding="UTF-8"?>\n${body}\n`, { headers })
}
