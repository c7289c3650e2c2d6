import { onDomain } from '../link-parts'
import type { Interstitial } from './page-targets'

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
