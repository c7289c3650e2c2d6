import { Problem } from '@/lib/core/problem/problem'
import { admit } from '@/lib/core/rate-limit/admit'
import type { Admission, RateLimitPolicy } from '@/lib/core/rate-limit/policy'
import { failOpen } from './fail-open'
import { isLocalAccount } from './is-local-account'
import { addressPolicy, type Limited, userPolicy } from './policies'

/** Clients of unknown addresses share the limit of one address. */
const UNKNOWN_ADDRESS = 'unknown'

async function admitUser(policy: RateLimitPolicy, userId: string): Promise<Admission | null> {
  return (await isLocalAccount(userId)) ? null : admit(policy, userId)
}

/**
 * The headers of draft-ietf-httpapi-ratelimit-headers: the policy that limits the response, and its state (`r`: the
 * requests that remain; `t`: the seconds until the quota is full again).
 */
function rateLimitHeaders(policy: RateLimitPolicy, { remaining, resetSeconds }: Admission) {
  return {
    'ratelimit-policy': `"${policy.name}";q=${policy.quota};w=${policy.windowSeconds}`,
    ratelimit: `"${policy.name}";r=${remaining};t=${resetSeconds}`,
  }
}

function hold(policy: RateLimitPolicy, admission: Admission, headers: Record<string, string>): void {
  Object.assign(headers, rateLimitHeaders(policy, admission))
  if (admission.admitted) return
  const retryAfterSeconds = Math.ceil(admission.waitMs / 1000)
  const context = { quota: policy.quota, window_seconds: policy.windowSeconds }
  throw new Problem('rate_limited', { retryAfterSeconds, context })
}

/**
 * Counts a call by a user and writes the remaining quota into `headers`. Does not count the local account. Throws
 * `rate_limited`.
 */
export async function countUsersCall(
  operation: Limited,
  userId: string,
  headers: Record<string, string>,
): Promise<void> {
  const policy = userPolicy(operation)
  const admission = policy && (await failOpen(admitUser(policy, userId)))
  if (admission) hold(policy, admission, headers)
}

/** Counts a call that needs no credential, by its network address (null: unknown). Throws `rate_limited`. */
export async function countPublicCall(
  operation: Limited,
  address: string | null,
  headers: Record<string, string>,
): Promise<void> {
  const policy = addressPolicy(operation)
  const admission = policy && (await failOpen(admit(policy, address ?? UNKNOWN_ADDRESS)))
  if (admission) hold(policy, admission, headers)
}
