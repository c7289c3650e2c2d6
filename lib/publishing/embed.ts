import { env } from '@/lib/core/env'
import { PLAYER_ORIGINS } from '@/lib/platforms/platforms'
import { isSlug, pageUrl } from './slug'

/** The headers of an embed: any page may frame it; it has only this service's script, sends nothing and sets no cookie. */
export const EMBED_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    'media-src https: http:',
    "font-src 'self'",
    "connect-src 'self'",
    `frame-src ${PLAYER_ORIGINS.join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    'frame-ancestors *',
  ].join('; '),
  'cross-origin-resource-policy': 'cross-origin',
  'cache-control': 'public, max-age=0, must-revalidate',
}

/** The oEmbed address of a public page. */
export function oembedUrl(slug: string): string {
  return `${env().baseUrl}/oembed?${new URLSearchParams({ url: pageUrl(slug), format: 'json' })}`
}

/** The slug in the address of one of our public pages or of its embed; null where it is none. */
export function slugOfPage(address: string): string | null {
  const base = `${env().baseUrl}/t/`
  if (!address.startsWith(base)) return null
  const [slug = ''] = address.slice(base.length).split(/[/?#]/)
  const rest = address.slice(base.length + slug.length)
  return isSlug(slug) && /^(?:\/embed)?\/?(?:[?#].*)?$/s.test(rest) ? slug : null
}
