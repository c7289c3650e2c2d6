import { SITE_SOURCES } from '@/lib/platforms/site-sources'
import { decodeWhole, withScheme } from './find-link'
import { onDomain } from './link-parts'
import type { Wrapper } from './recognised'

/** Pages that only lead on, and hold the link in their query. */
const WRAPPERS: readonly Wrapper[] = [
  ...Object.values(SITE_SOURCES).flatMap(({ links }) => links.wrappers ?? []),
  { domains: ['consent.google.com', 'accounts.google.com'], path: /^/, parameters: ['continue'] },
  { domains: ['translate.google.com'], path: /^\/translate$/, parameters: ['u'] },
  { domains: ['duckduckgo.com'], path: /^\/l\/?$/, parameters: ['uddg'] },
  { domains: ['vk.com'], path: /^\/away\.php$/, parameters: ['to'] },
  { domains: ['linkedin.com'], path: /^\/(?:redir\/redirect|safety\/go)\/?$/, parameters: ['url'] },
  { domains: ['t.umblr.com'], path: /^\/redirect$/, parameters: ['z'] },
  { domains: ['t.me'], path: /^\/iv$/, parameters: ['url'] },
  { domains: ['l.threads.net', 'l.threads.com', 'l.messenger.com', 'l.wl.co'], path: /^/, parameters: ['u'] },
  { domains: ['steamcommunity.com'], path: /^\/linkfilter\/?$/, parameters: ['url', 'u'] },
  { domains: ['getpocket.com'], path: /^\/redirect$/, parameters: ['url'] },
  { domains: ['out.reddit.com', 'slack-redir.net', 'exit.sc', 'gate.sc'], path: /^/, parameters: ['url'] },
  // Filters of mail.
  { domains: ['safelinks.protection.outlook.com'], path: /^/, parameters: ['url'] },
  { domains: ['linkprotect.cudasvc.com'], path: /^\/url$/, parameters: ['a'] },
  { domains: ['clicktime.symantec.com'], path: /^/, parameters: ['u'] },
  { domains: ['deref-gmx.net', 'deref-web.de', 'deref-mail.com'], path: /^/, parameters: ['redirectUrl'] },
]

const GOOGLE = /^(?:www\.)?google\.(?:[a-z]{2,3}|com?\.[a-z]{2})$/

function ofGoogle({ hostname, pathname, searchParams }: URL): string | null {
  if (!GOOGLE.test(hostname)) return null
  if (pathname === '/imgres') return searchParams.get('imgrefurl')
  if (pathname === '/url') return searchParams.get('q') || searchParams.get('url')
  const [, secure, page] = /^\/amp\/(s\/)?(.+)$/.exec(pathname) ?? []
  return page ? `${secure ? 'https' : 'http'}://${page}` : null
}

/** `/web/20200101000000/https://…`, and the short forms of archive.today. */
const ARCHIVES: readonly (readonly [readonly string[], RegExp])[] = [
  [['web.archive.org'], /^https?:\/\/[^/]+\/web\/(?:\d{1,14}(?:[a-z]{2}_)?\*?|\*)\/(.+)$/],
  [
    ['archive.today', 'archive.ph', 'archive.is', 'archive.li', 'archive.md', 'archive.vn', 'archive.fo'],
    /^https?:\/\/[^/]+\/(?:o\/\w{1,10}|newest|oldest|\d{4,14})\/(.+)$/,
  ],
]

/** The link whose copy an archive holds; null for any other link. The copy may be all that is left of it. */
export function archived(url: URL): string | null {
  const form = ARCHIVES.find(([domains]) => onDomain(url, ...domains))?.[1]
  const link = form?.exec(url.href)?.[1]
  return link ? withScheme(link) : null
}

const RUN_LENGTHS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** The third form replaces characters by `*`, and runs of them by `**` and a letter for their number. */
function fillIn(link: string, replaced: string): string {
  let at = 0
  return link.replace(/\*(?:\*(.))?/g, (_, run: string | undefined) => {
    const length = run === undefined ? 1 : RUN_LENGTHS.indexOf(run) + 2
    at += length
    return replaced.slice(at - length, at)
  })
}

/**
 * Links that Proofpoint's mail filter has rewritten, in its three forms.
 * @see https://help.proofpoint.com/Threat_Insight_Dashboard/API_Documentation/URL_Decoder_API
 */
function ofProofpoint(url: URL): string | null {
  if (!onDomain(url, 'urldefense.com', 'urldefense.proofpoint.com', 'urldefense.us')) return null
  const [, link, replaced = ''] = /\/v3\/__(.{1,4096}?)__;([\w-]{0,4096})/.exec(url.href) ?? []
  if (link !== undefined) {
    const filled = fillIn(link, Buffer.from(replaced, 'base64url').toString('utf8'))
    return filled.replace(/^([a-z]{2,10}:\/)(?=[^/])/i, '$1/')
  }
  const inQuery = url.searchParams.get('u')
  if (inQuery === null) return null
  return url.pathname.startsWith('/v2/') ? decodeWhole(inQuery.replaceAll('-', '%').replaceAll('_', '/')) : inQuery
}

function inQuery(url: URL): string | null {
  const wrapper = WRAPPERS.find(({ domains, path }) => onDomain(url, ...domains) && path.test(url.pathname))
  return wrapper?.parameters.map((name) => url.searchParams.get(name)).find(Boolean) ?? null
}

/** The link that a page which only leads on holds, made absolute; null for any other link. */
export function unwrap(url: URL): string | null {
  const target = inQuery(url) ?? ofGoogle(url) ?? ofProofpoint(url)
  if (!target) return null
  return target.startsWith('/') && !target.startsWith('//')
    ? `${url.protocol}//${url.hostname}${target}`
    : withScheme(target)
}
