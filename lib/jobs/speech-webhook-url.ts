import { env } from '@/lib/platform/env'
import { LOOPBACK_HOSTS } from '@/lib/platform/loopback-hosts'

/** Where an engine elsewhere can say that it is done; null when it could not reach us, or only in the clear. */
export function speechWebhookUrl(): string | null {
  const { baseUrl } = env()
  const { protocol, hostname } = new URL(baseUrl)
  return protocol === 'https:' && !LOOPBACK_HOSTS.has(hostname) ? `${baseUrl}/v1/webhooks/speech` : null
}
