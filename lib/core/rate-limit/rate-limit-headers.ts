import type { Admission, RateLimitPolicy } from './policy'

/**
 * The headers of draft-ietf-httpapi-ratelimit-headers: the policy that limits the response, and its state (`r`: the
 * requests that remain; `t`: the seconds until the quota is full again).
 */
export function rateLimitHeaders(policy: RateLimitPolicy, { remaining, resetSeconds }: Admission) {
  return {
    'ratelimit-policy': `"${policy.name}";q=${policy.quota};w=${policy.windowSeconds}`,
    ratelimit: `"${policy.name}";r=${remaining};t=${resetSeconds}`,
  }
}
