import { deriveSecret } from '@/lib/core/secrets/derive-secret'

/** The secret by which the hub of a watch signs, derived from `VERBATIM_SECRET`; null where there is none. */
export function hubSecret(watchId: string): string | null {
  return deriveSecret(`hub of watch ${watchId}`)
}
