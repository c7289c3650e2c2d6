import { env } from '@/lib/platform/env'
import { LOOPBACK_HOSTS } from '@/lib/platform/loopback-hosts'

const LOOPBACK_ADDRESS = /^(?:127\.\d{1,3}\.\d{1,3}\.\d{1,3}|::1|::ffff:127\.\d{1,3}\.\d{1,3}\.\d{1,3})$/

function isLoopbackHost(host: string | null): boolean {
  return host !== null && LOOPBACK_HOSTS.has(host.replace(/:\d{1,5}$/, '').toLowerCase())
}

/**
 * Whether a proxy passes the request on for someone who is not on this machine. Next itself writes `x-forwarded-for` and
 * `x-forwarded-host` on what it hands to a page, so those count by what they say.
 */
function isFromElsewhere(headers: Headers): boolean {
  if (['forwarded', 'via', 'x-real-ip'].some((name) => headers.has(name))) return true
  const addresses = headers.get('x-forwarded-for')?.split(',') ?? []
  if (addresses.some((address) => !LOOPBACK_ADDRESS.test(address.trim()))) return true
  return headers.has('x-forwarded-host') && !isLoopbackHost(headers.get('x-forwarded-host'))
}

/**
 * Whether a request is for this machine under a loopback name, in local mode. A foreign name that resolves here is DNS
 * rebinding; what a proxy passes on may come from anywhere. Enough for a page, which no other site can read; not for a
 * call of the API.
 */
export function isLocalRequest(headers: Headers): boolean {
  return env().localMode && isLoopbackHost(headers.get('host')) && !isFromElsewhere(headers)
}

/**
 * Whether a call without a credential may act as the local account: a local request of which the browser itself says
 * that one of our own pages makes it, or the person at the address bar (Fetch Metadata; `Origin` where there is none).
 */
export function mayActLocally(headers: Headers): boolean {
  if (!isLocalRequest(headers)) return false
  const site = headers.get('sec-fetch-site')
  if (site) return site === 'same-origin' || site === 'none'
  const origin = headers.get('origin')
  return origin !== null && origin === `http://${headers.get('host')}`
}
