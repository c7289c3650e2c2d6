import { PLACES } from '@/components/site/places'
import { env } from '@/lib/core/env'

export const dynamic = 'force-dynamic'

/** The pages of an account, which search engines must not list. */
const OWN = [
  '/v1/',
  '/mcp',
  '/oauth/',
  '/api/',
  '/metrics',
  ...PLACES.filter(({ sections }) => sections.length > 1).map(({ sections }) => sections[0].href),
  '/device',
]

/** The pages that search engines may read (RFC 9309). */
export function GET(): Response {
  const lines = [
    'User-agent: *',
    ...OWN.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${env().baseUrl}/sitemap.xml`,
  ]
  return new Response(`${lines.join('\n')}\n`, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
