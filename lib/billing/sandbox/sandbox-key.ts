import { createHmac } from 'node:crypto'
import { env } from '@/lib/core/env'

/** The API key that the SDK sends. It gives no access: the sandbox has no URL. */
export const SANDBOX_KEY = 'sk_test_sandbox'

/** The key by which the sandbox signs its events, known to this service alone. */
export function sandboxWebhookSecret(): string {
  const { VERBATIM_SECRET } = env()
  if (!VERBATIM_SECRET) throw new Error('VERBATIM_SECRET is not set')
  return `whsec_${createHmac('sha256', VERBATIM_SECRET).update('billing sandbox events').digest('base64')}`
}
