import { SITE_SOURCES } from '@/lib/platforms/site-sources'
import { withScheme } from './find-link'
import { onDomain } from './link-parts'
import type { Wrapper } from './recognised'

const GOOGLE = 'com ca com.au com.br co.in co.jp co.uk de es fr it nl pl'.split(' ').map((end) => `google.${end}`)

const WRAPPERS: readonly Wrapper[] = [
  ...Object.values(SITE_SOURCES).flatMap(({ links }) => links.wrappers ?? []),
  { domains: ['consent.google.com', 'accounts.google.com'], path: /^/, parameters: ['continue'] },
  { domains: GOOGLE, path: /^\/(?:url|imgres)$/, parameters: ['q', 'url', 'imgrefurl'] },
  { domains: ['safelinks.protection.outlook.com'], path: /^/, parameters: ['url'] },
  { domains: ['duckduckgo.com'], path: /^\/l\/?$/, parameters: ['uddg'] },
  { domains: ['vk.com'], path: /^\/away\.php$/, parameters: ['to'] },
  { domains: ['t.umblr.com'], path: /^\/redirect$/, parameters: ['z'] },
  { domains: ['out.reddit.com', 'slack-redir.net'], path: /^/, parameters: ['url'] },
]

/** The link that a page which only leads on holds in its query, made absolute; null for any other link. */
export function unwrap(url: URL): string | null {
  const wrapper = WRAPPERS.find(({ domains, path }) => onDomain(url, ...domains) && path.test(url.pathname))
  const target = wrapper?.parameters.map((name) => url.searchParams.get(name)).find(Boolean)
  if (!target) return null
  return target.startsWith('/') && !target.startsWith('//')
    ? `${url.protocol}//${url.hostname}${target}`
    : withScheme(target)
}
