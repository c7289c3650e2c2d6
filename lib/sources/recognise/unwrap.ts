import { onDomain, withScheme } from './link-parts'

/** A page that only leads on: warnings before leaving a site, sign-in and consent pages, players and share dialogs. */
type Wrapper = {
  domains: readonly string[]
  path: RegExp
  /** The query parameters that may hold the link, likeliest first. */
  parameters: readonly string[]
}

const GOOGLE = 'com ca com.au com.br co.in co.jp co.uk de es fr it nl pl'.split(' ').map((end) => `google.${end}`)

const WRAPPERS: readonly Wrapper[] = [
  {
    domains: ['youtube.com', 'youtube-nocookie.com', 'youtu.be'],
    path: /^\/(?:redirect|attribution_link|signin|oembed)\/?$/i,
    parameters: ['q', 'u', 'next', 'url'],
  },
  {
    domains: ['consent.youtube.com', 'consent.google.com', 'accounts.google.com'],
    path: /^/,
    parameters: ['continue'],
  },
  { domains: GOOGLE, path: /^\/(?:url|imgres)$/, parameters: ['q', 'url', 'imgrefurl'] },
  { domains: ['l.facebook.com', 'lm.facebook.com', 'l.instagram.com'], path: /^/, parameters: ['u'] },
  {
    domains: ['facebook.com'],
    path: /^\/(?:l\.php|flx\/warn|login(?:\.php|\/.*)?|checkpoint\/.*|plugins\/(?:video|post)\.php|sharer?(?:\.php|\/.*)?)\/?$/,
    parameters: ['u', 'next', 'href'],
  },
  { domains: ['instagram.com'], path: /^\/(?:accounts\/login|challenge|consent)\/?/, parameters: ['next', 'u'] },
  { domains: ['tiktok.com'], path: /^\/(?:login|link\/v2)\b/, parameters: ['redirect_url', 'target'] },
  {
    domains: ['x.com', 'twitter.com'],
    path: /^\/(?:login|i\/flow\/(?:login|signup)|account\/access|safety\/unsafe_link_warning|oembed)\/?$/,
    parameters: ['redirect_after_login', 'unsafe_link', 'url'],
  },
  { domains: ['publish.twitter.com', 'publish.x.com'], path: /^/, parameters: ['query', 'url'] },
  {
    domains: ['xiaohongshu.com', 'rednote.com'],
    path: /^\/(?:login|website-login|404)\b/,
    parameters: ['redirectPath', 'redirect'],
  },
  { domains: ['passport.bilibili.com'], path: /^/, parameters: ['gourl'] },
  { domains: ['vimeo.com'], path: /^\/(?:log_in|api\/oembed\.(?:json|xml))$/, parameters: ['redirect', 'url'] },
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
