import { createHmac } from 'node:crypto'
import { env } from '../env'

/** `VERBATIM_SECRET`. Throws where there is none. */
export function requireSecret(): string {
  const secret = env().VERBATIM_SECRET
  if (!secret) throw new Error('VERBATIM_SECRET is not set')
  return secret
}

/** A secret of one purpose, derived from `VERBATIM_SECRET`; null where there is none. */
export function deriveSecret(purpose: string): string | null {
  const secret = env().VERBATIM_SECRET
  return secret ? createHmac('sha256', secret).update(purpose).digest('base64url') : null
}
