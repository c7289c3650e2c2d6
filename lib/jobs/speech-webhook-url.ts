import { env } from '@/lib/platform/env'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Where an engine elsewhere can say that it is done; null when it could not reach us, or only in the clear. */
export function speechWebhookUrl(): string | null {
  const { baseUrl } = env()
  const { protocol, hostname } = new URL(baseUrl)
  return protocol === 'https:' && !LOOPBACK.has(hostname) ? `${baseUrl}/v1/webhooks/speech` : null
}
