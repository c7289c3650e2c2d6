import { env } from '@/lib/core/env'
import { Problem } from '@/lib/core/problem/problem'
import { admit } from '@/lib/core/rate-limit/admit'
import type { RateLimitPolicy } from '@/lib/core/rate-limit/policy'
import { failOpen } from './fail-open'

/**
 * Counts what leaves something behind by the network address it comes from (null: unknown), more strictly than other
 * calls without a credential, and not at all where those are not. Open when the database fails. Throws `rate_limited`.
 */
export async function limitByAddress(policy: RateLimitPolicy, address: string | null): Promise<void> {
  if (env().RATE_LIMIT_PUBLIC_PER_MINUTE === 0) return
  const admission = await failOpen(admit(policy, address ?? 'unknown'))
  if (!admission || admission.admitted) return
  const minutes = Math.max(1, Math.ceil(admission.waitMs / 60_000))
  throw new Problem('rate_limited', {
    detail: `Too many requests came from this network. Try again in ${minutes} min.`,
    retryAfterSeconds: Math.ceil(admission.waitMs / 1000),
  })
}
