import type { Actor } from '@/lib/platform/actor'
import { db } from '@/lib/platform/db'
import { effectiveTier } from '@/lib/tiers/tiers'
import { remainingSeconds } from '@/lib/usage/remaining-seconds'
import { PAYMENT_STATES, type Subscription } from './contract'
import { findAccount } from './find-account'

/** The caller's plan, its allowance and what has been used of it, and what is scheduled, as the provider last said. */
export async function findUserSubscription({ userId }: Actor): Promise<Subscription> {
  const [user, account] = await Promise.all([
    db().user.findUniqueOrThrow({ where: { id: userId }, select: { grantedTier: true, paidTier: true } }),
    findAccount(userId),
  ])
  const tier = effectiveTier(user)
  const { limitSeconds, usedSeconds, reservedSeconds } = await remainingSeconds(db(), { userId, tier })
  return {
    tier,
    paid_tier: user.paidTier,
    limit_seconds: limitSeconds,
    used_seconds: usedSeconds,
    reserved_seconds: reservedSeconds,
    cancel_at_period_end: account?.cancelAtPeriodEnd ?? false,
    current_period_end: account?.currentPeriodEnd?.toISOString() ?? null,
    pending_tier: account?.pendingTier ?? null,
    pending_change_at: account?.pendingChangeAt?.toISOString() ?? null,
    payment_state: PAYMENT_STATES.find((state) => state === account?.paymentState) ?? null,
  }
}
