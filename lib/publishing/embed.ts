import { env } from '@/lib/core/env'
import { PLAYER_ORIGINS } from '@/lib/platforms/platforms'
import { isSlug, pageUrl } from './slug'

/** Any page may show it in a frame. It brings no script but ours, sends nothing anywhere, and sets no cookie. */
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

/** Where sites that embed links ask for the HTML of a page's frame. */
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
