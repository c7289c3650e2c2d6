import { createHmac } from 'node:crypto'
import { requireSecret } from '@/lib/core/secrets/derive-secret'

/** The API key that the SDK sends. It gives no access: the sandbox has no URL. */
export const SANDBOX_KEY = 'sk_test_sandbox'

/** The key by which the sandbox signs its events, known to this service alone. */
export function sandboxWebhookSecret(): string {
  return `whsec_${createHmac('sha256', requireSecret()).update('billing sandbox events').digest('base64')}`
}
