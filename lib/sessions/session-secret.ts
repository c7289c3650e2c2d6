import { createHmac } from 'node:crypto'
import { env } from '@/lib/platform/env'

/** What sign-in seals its cookies and links with: made of `VERBATIM_SECRET`, null where there is none. */
export function sessionSecret(): string | null {
  const secret = env().VERBATIM_SECRET
  return secret ? createHmac('sha256', secret).update('sessions').digest('base64url') : null
}
