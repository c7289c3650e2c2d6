import { env } from '@/lib/platform/env'
import { LOOPBACK_HOSTS } from '@/lib/platform/loopback-hosts'

/**
 * The URL at which a remote engine can notify this service; null when the service can not be reached, or not by https.
 */
export function speechWebhookUrl(): string | null {
  const { baseUrl } = env()
  const { protocol, hostname } = new URL(baseUrl)
  return protocol === 'https:' && !LOOPBACK_HOSTS.has(hostname) ? `${baseUrl}/v1/webhooks/speech` : null
}
