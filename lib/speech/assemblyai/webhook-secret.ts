import { createHmac } from 'node:crypto'
import { env } from '@/lib/core/env'

/** The secret of AssemblyAI's webhooks: derived from `VERBATIM_SECRET`, null where there is none. */
export function webhookSecret(): string | null {
  const secret = env().VERBATIM_SECRET
  return secret ? createHmac('sha256', secret).update('speech webhook').digest('base64url') : null
}
