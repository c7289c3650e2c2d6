import { parseUrl } from '@/lib/core/http/parse-url'
import { isHostOf } from '@/lib/platforms/platforms'
import { onDomain } from '../link-parts'

const MAX_TAG_CHARACTERS = 4096

/** The tags of a name in a page, each cut to a bounded length. */
function tagsOf(html: string, name: string): string[] {
  const tags: string[] = []
  const lower = html.toLowerCase()
  for (let at = lower.indexOf(`<${name}`); at >= 0; ) {
    const text = html.slice(at, at + MAX_TAG_CHARACTERS)
    const end = text.indexOf('>')
    const tag = end < 0 ? text : text.slice(0, end)
    tags.push(tag)
    at = lower.indexOf(`<${name}`, at + tag.length)
  }
  return tags
}

function attribute(tag: string, name: string): string {
  const match = new RegExp(
    `\\s${name}\\s{0,9}=\\s{0,9}(?:"([^"]{0,4096})"|'([^']{0,4096})'|([^\\s"'>]{1,4096}))`,
    'i',
  ).exec(tag)
  return match?.[1] ?? match?.[2] ?? match?.[3] ?? ''
}

/** The redirect of an HTML page, and its own links for itself. Escapes of HTML are left in. */
export function pageTargets(html: string): { refresh: string | null; own: string[] } {
  const metas = tagsOf(html, 'meta')
  const refresh = metas
    .filter((tag) => attribute(tag, 'http-equiv').toLowerCase() === 'refresh')
    .map(
      (tag) =>
        /^\s{0,9}\d{1,4}[\d.]{0,9}\s{0,9}[;,]\s{0,9}url\s{0,9}=\s{0,9}['"]?([^'"]{1,2048})/i.exec(
          attribute(tag, 'content'),
        )?.[1],
    )
  const og = metas
    .filter((tag) => attribute(tag, 'property').toLowerCase() === 'og:url')
    .map((tag) => attribute(tag, 'content'))
  const canonical = tagsOf(html, 'link')
    .filter((tag) => attribute(tag, 'rel').toLowerCase() === 'canonical')
    .map((tag) => attribute(tag, 'href'))
  return { refresh: refresh.find(Boolean) ?? null, own: [...og, ...canonical].filter(Boolean) }
}

/** A host whose short links answer with a page that asks its reader to continue. */
export type Interstitial = {
  /** The hosts of its short links. */
  domains: readonly string[]
  /** The attribute, and its value, of the link that leads on. */
  mark: readonly [string, string]
  /** The hosts of its owner, to which the other links of the page lead. */
  owner: readonly string[]
}

/** The link by which such a page leads on: the one that is marked, else the only one to another host. Escapes of HTML are left in. */
export function onwardLink(html: string, { mark: [name, value], owner }: Interstitial): string | null {
  const links = tagsOf(html, 'a').filter((tag) => /^<a\s/i.test(tag))
  const marked = links.filter((tag) => attribute(tag, name) === value)
  const others = links.filter((tag) => {
    const url = parseUrl(attribute(tag, 'href'))
    return url !== null && /^https?:$/.test(url.protocol) && !isHostOf(url.hostname, owner)
  })
  const found = new Set((marked.length > 0 ? marked : others).map((tag) => attribute(tag, 'href')))
  return found.size === 1 ? ([...found][0] ?? null) : null
}

const INTERSTITIALS: readonly Interstitial[] = [
  {
    domains: ['lnkd.in'],
    mark: ['data-tracking-control-name', 'external_url_click'],
    owner: ['lnkd.in', 'linkedin.com', 'licdn.com'],
  },
]

/** How the short links of this link's host lead on by a page; null for any other host, whose pages are never followed so. */
export function interstitialOf(url: URL): Interstitial | null {
  return INTERSTITIALS.find(({ domains }) => url.pathname !== '/' && onDomain(url, ...domains)) ?? null
}
