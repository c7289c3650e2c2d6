import { env } from '@/lib/core/env'
import type { Operation } from '@/lib/core/operations/operation'
import type { RateLimitPolicy } from '@/lib/core/rate-limit/policy'

/** A counted call: an operation of the API, or a message to the connector. */
export type Limited = Pick<Operation, 'limit'>

const WINDOW_SECONDS = 60

/** So that who polls as many jobs as one may wait for, each every two seconds, is not refused. */
const FREQUENT_FACTOR = 15
const FREQUENT_QUOTA_MAX = 60_000

function policy(name: string, perMinute: number, { limit }: Limited): RateLimitPolicy | null {
  if (perMinute === 0) return null
  if (limit !== 'frequent') return { name, quota: perMinute, windowSeconds: WINDOW_SECONDS }
  const quota = Math.min(perMinute * FREQUENT_FACTOR, FREQUENT_QUOTA_MAX)
  return { name: `${name}-frequent`, quota, windowSeconds: WINDOW_SECONDS }
}

/** How often a user may call an operation; null: as often as they like. */
export function userPolicy(operation: Limited): RateLimitPolicy | null {
  return policy('default', env().RATE_LIMIT_PER_MINUTE, operation)
}

/** How often an operation that asks for no credential may be called from one address; null: without a limit. */
export function addressPolicy(operation: Limited): RateLimitPolicy | null {
  return policy('public', env().RATE_LIMIT_PUBLIC_PER_MINUTE, operation)
}
