import { env } from '@/lib/core/env'
import { LOOPBACK_HOSTS } from './loopback-hosts'

/** The URL at which another service can call this one; null when it has no public https address. */
export function callbackUrl(path: `/${string}`): string | null {
  const { baseUrl } = env()
  const { protocol, hostname } = new URL(baseUrl)
  return protocol === 'https:' && !LOOPBACK_HOSTS.has(hostname) ? baseUrl + path : null
}
