import { LIMITED_SCOPES } from '@/lib/accounts/scopes'
import { type Actor, limitedScopes } from '@/lib/core/actor'
import { db } from '@/lib/core/db/db'
import { env } from '@/lib/core/env'
import { isLocalAccount } from '@/lib/limits/is-local-account'
import { userPolicy } from '@/lib/limits/policies'
import { usedBytes } from '@/lib/uploads/upload-table'
import { remainingSeconds } from '@/lib/usage/remaining-seconds'
import { effectiveTier } from '@/lib/usage/tiers'
import type { Me } from './contract'

async function findUsage(userId: string, tier: string): Promise<Me['usage']> {
  const { period, ...allowance } = await remainingSeconds(db(), { userId, tier })
  return {
    limit_seconds: allowance.isUnlimited ? null : allowance.limitSeconds,
    used_seconds: allowance.usedSeconds,
    reserved_seconds: allowance.reservedSeconds,
    remaining_seconds: allowance.isUnlimited ? null : allowance.remainingSeconds,
    period_start: period.start.toISOString(),
    resets_at: period.end.toISOString(),
  }
}

async function findLimits(userId: string): Promise<Me['limits']> {
  const isLimited = !(await isLocalAccount(userId))
  const quota = (limit: { limit?: 'frequent' }) => (isLimited ? (userPolicy(limit)?.quota ?? null) : null)
  return {
    requests_per_minute: quota({}),
    polls_per_minute: quota({ limit: 'frequent' }),
    max_recording_seconds: env().MEDIA_MAX_SECONDS,
  }
}

/** The caller's account, the scopes of its credential, and its remaining allowances. */
export async function findMe(actor: Actor): Promise<Me> {
  const { userId } = actor
  const select = { email: true, grantedTier: true, paidTier: true }
  const user = await db().user.findUniqueOrThrow({ where: { id: userId }, select })
  const tier = effectiveTier(user)
  const scopes = limitedScopes(actor)
  const [usage, limits, used] = await Promise.all([findUsage(userId, tier), findLimits(userId), usedBytes(userId)])
  return {
    id: userId,
    email: scopes === null ? user.email : null,
    tier,
    scopes: scopes && LIMITED_SCOPES.filter((scope) => scopes.includes(scope)),
    usage,
    uploads: { used_bytes: used, quota_bytes: env().UPLOAD_QUOTA_BYTES, max_file_bytes: env().UPLOAD_MAX_BYTES },
    limits,
  }
}
