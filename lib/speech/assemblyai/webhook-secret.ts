import { createHmac } from 'node:crypto'
import { env } from '@/lib/platform/env'

/** What AssemblyAI's webhooks prove themselves by: made of `VERBATIM_SECRET`, null where there is none. */
export function webhookSecret(): string | null {
  const secret = env().VERBATIM_SECRET
  return secret ? createHmac('sha256', secret).update('speech webhook').digest('base64url') : null
}
