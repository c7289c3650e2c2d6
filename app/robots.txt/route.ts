import { env } from '@/lib/platform/env'

export const dynamic = 'force-dynamic'

/** What is somebody's own has no place in a search engine. */
const OWN = [
  '/v1/',
  '/mcp',
  '/oauth/',
  '/api/',
  '/metrics',
  '/transcripts',
  '/imports',
  '/watches',
  '/publishing',
  '/key',
  '/connections',
  '/billing',
  '/webhooks',
  '/settings',
  '/speech',
  '/doctor',
  '/device',
]

/** What search engines may look at (RFC 9309). */
export function GET(): Response {
  const lines = [
    'User-agent: *',
    ...OWN.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${env().baseUrl}/sitemap.xml`,
  ]
  return new Response(`${lines.join('\n')}\n`, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
