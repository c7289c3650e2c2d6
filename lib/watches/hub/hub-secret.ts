import { env } from '@/lib/core/env'
import { LOOPBACK_HOSTS } from '@/lib/core/http/loopback-hosts'
import { deriveSecret } from '@/lib/core/secrets/derive-secret'

/** The address at which a hub calls about a watch; null if the service has no public https address. */
export function hubCallback(watchId: string): string | null {
  const { baseUrl } = env()
  const { protocol, hostname } = new URL(baseUrl)
  return protocol === 'https:' && !LOOPBACK_HOSTS.has(hostname) ? `${baseUrl}/v1/watches/${watchId}/hub` : null
}

/** The secret by which the hub of a watch signs, derived from `VERBATIM_SECRET`; null where there is none. */
export function hubSecret(watchId: string): string | null {
  return deriveSecret(`hub of watch ${watchId}`)
}
