import { env } from '@/lib/core/env'

const SAFE_METHODS = new Set(['GET', 'HEAD'])

/**
 * Whether one of our own pages sends a request, or the person at the address bar: only then does the session's cookie
 * count, for reading too. The browser says so itself (Fetch Metadata). One that does not is recognised by `Origin`,
 * which every browser sends with what changes something.
 */
export function isOwnPage(method: string, headers: Headers): boolean {
  const site = headers.get('sec-fetch-site')
  if (site) return site === 'same-origin' || site === 'none'
  const origin = headers.get('origin')
  return origin === null ? SAFE_METHODS.has(method) : origin === new URL(env().baseUrl).origin
}
