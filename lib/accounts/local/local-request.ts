import { env } from '@/lib/core/env'
import { LOOPBACK_HOSTS } from '@/lib/core/http/loopback-hosts'
import { parseUrl } from '@/lib/core/http/parse-url'
import { isProxyHeader } from '@/lib/core/http/proxy-headers'

const LOOPBACK_ADDRESS = /^(?:127\.\d{1,3}\.\d{1,3}\.\d{1,3}|::1|::ffff:127\.\d{1,3}\.\d{1,3}\.\d{1,3})$/

function isLoopbackHost(host: string | null): boolean {
  return host !== null && LOOPBACK_HOSTS.has(host.replace(/:\d{1,5}$/, '').toLowerCase())
}

/**
 * Whether a proxy passes the request on. Our HTTP server marks whatever arrives with a header of a proxy. Next writes
 * `x-forwarded-for` and `x-forwarded-host` on what it hands to a page, so where only those are left their values count.
 */
function isForwarded(headers: Headers): boolean {
  if ([...headers.keys()].some(isProxyHeader)) return true
  const addresses = headers.get('x-forwarded-for')?.split(',') ?? []
  if (addresses.some((address) => !LOOPBACK_ADDRESS.test(address.trim()))) return true
  return headers.has('x-forwarded-host') && !isLoopbackHost(headers.get('x-forwarded-host'))
}

/** Whether a request is for this machine under a loopback name, in local mode, and no proxy passes it on. */
export function isForLocalHost(headers: Headers): boolean {
  return env().localMode && isLoopbackHost(headers.get('host')) && !isForwarded(headers)
}

function isFromForeignPage(headers: Headers): boolean {
  const origin = headers.get('origin')
  if (origin !== null && origin !== `http://${headers.get('host')}`) return true
  const referer = headers.get('referer')
  return referer !== null && !LOOPBACK_HOSTS.has(parseUrl(referer)?.hostname ?? '')
}

/**
 * Whether a request may have the local account's rights, if it bears a credential for them: it is for this machine under
 * a loopback name (a foreign name that resolves here is DNS rebinding), no proxy passes it on, and no other site's page
 * led to it. This is never enough by itself: anything that forwards a port looks the same.
 */
export function isLocalRequest(headers: Headers): boolean {
  return isForLocalHost(headers) && !isFromForeignPage(headers)
}

/**
 * Whether a call of the API comes from one of our own pages on this machine, or from the address bar: the browser itself
 * says so (Fetch Metadata; `Origin` where there is none).
 */
export function isLocalPageCall(headers: Headers): boolean {
  const site = headers.get('sec-fetch-site')
  const isFromPage = site ? site === 'same-origin' || site === 'none' : headers.has('origin')
  // The headers of a proxy are looked for last: that takes longest, and programs don't look like pages anyway.
  return isFromPage && isLocalRequest(headers)
}
