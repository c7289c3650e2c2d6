import { env } from '@/lib/platform/env'

const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]'])

const FORWARDED = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']

/**
 * Whether a request is for this machine under a loopback name, in local mode. A foreign name that resolves here is DNS
 * rebinding; what a proxy passes on may come from anywhere. Enough for a page, which no other site can read; not for a
 * call of the API.
 */
export function isLocalRequest(headers: Headers): boolean {
  if (FORWARDED.some((name) => headers.has(name))) return false
  const host = headers.get('host')?.replace(/:\d{1,5}$/, '')
  return env().localMode && host !== undefined && LOOPBACK_HOSTS.has(host.toLowerCase())
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
