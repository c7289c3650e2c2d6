import { deriveSecret } from '@/lib/core/secrets/derive-secret'

/**
 * The secret that seals the cookies and links of sign-in: made of `VERBATIM_SECRET`, null where there is none. A cookie of one
 * purpose can't be read as one of the other.
 */
export function sessionSecret(purpose: 'sessions' | 'local browsers' = 'sessions'): string | null {
  return deriveSecret(purpose)
}
