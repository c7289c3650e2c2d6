import { createHmac } from 'node:crypto'
import { env } from '@/lib/core/env'

/**
 * The secret that seals the cookies and links of sign-in: made of `VERBATIM_SECRET`, null where there is none. A cookie of one
 * purpose can't be read as one of the other.
 */
export function sessionSecret(purpose: 'sessions' | 'local browsers' = 'sessions'): string | null {
  const secret = env().VERBATIM_SECRET
  return secret ? createHmac('sha256', secret).update(purpose).digest('base64url') : null
}
