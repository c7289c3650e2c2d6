import type { Admission, RateLimitPolicy } from './policy'

/**
 * The headers of draft-ietf-httpapi-ratelimit-headers: the policy that an answer was limited by, and how it stands
 * (`r` more at once; after `t` seconds the whole quota again).
 */
export function rateLimitHeaders(policy: RateLimitPolicy, { remaining, resetSeconds }: Admission) {
  return {
    'ratelimit-policy': `"${policy.name}";q=${policy.quota};w=${policy.windowSeconds}`,
    ratelimit: `"${policy.name}";r=${remaining};t=${resetSeconds}`,
  }
}
