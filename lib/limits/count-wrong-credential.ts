import { env } from '@/lib/core/env'
import { Problem } from '@/lib/core/problem/problem'
import { admit } from '@/lib/core/rate-limit/admit'
import type { RateLimitPolicy } from '@/lib/core/rate-limit/policy'
import { failOpen } from './fail-open'

/** A program whose key was replaced makes a few such calls; who guesses makes many. */
const WRONG_CREDENTIALS: RateLimitPolicy = { name: 'wrong-credentials', quota: 30, windowSeconds: 60 }

/**
 * Counts a wrong secret (a key, a token, the secret of a client) by the network address it comes from (null: unknown).
 * Beyond the quota its sender has to wait and gets no reason: throws `rate_limited`. A correct secret is
 * not counted, and never refused for what others at the same address get wrong.
 */
export async function countWrongSecret(address: string | null): Promise<void> {
  if (env().RATE_LIMIT_PUBLIC_PER_MINUTE === 0) return
  const admission = await failOpen(admit(WRONG_CREDENTIALS, address ?? 'unknown'))
  if (!admission || admission.admitted) return
  throw new Problem('rate_limited', {
    detail: 'Too many invalid credentials came from this network. Check yours, then try again in a moment.',
    retryAfterSeconds: Math.ceil(admission.waitMs / 1000),
    context: { quota: WRONG_CREDENTIALS.quota, window_seconds: WRONG_CREDENTIALS.windowSeconds },
  })
}

/** Counts a call whose bearer was refused, and no other error or call. */
export async function countWrongCredential(error: unknown, headers: Headers, address: string | null): Promise<void> {
  if (!(error instanceof Problem && error.code === 'invalid_credentials') || !headers.has('authorization')) return
  await countWrongSecret(address)
}
