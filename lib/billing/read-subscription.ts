import type { Actor } from '@/lib/platform/actor'
import { db } from '@/lib/platform/db'
import { remainingSeconds } from '@/lib/usage/remaining-seconds'
import { PAYMENT_STATES, type Subscription } from './contract'
import { findAccount } from './find-account'

/** The caller's plan, its allowance and what has been used of it, and what is scheduled, as the provider last said. */
export async function readSubscription({ userId }: Actor): Promise<Subscription> {
  const [{ tier }, account] = await Promise.all([
    db().user.findUniqueOrThrow({ where: { id: userId }, select: { tier: true } }),
    findAccount(userId),
  ])
  const { limitSeconds, usedSeconds } = await remainingSeconds(db(), { userId, tier })
  return {
    tier,
    limit_seconds: limitSeconds,
    used_seconds: usedSeconds,
    cancel_at_period_end: account?.cancelAtPeriodEnd ?? false,
    current_period_end: account?.currentPeriodEnd?.toISOString() ?? null,
    pending_tier: account?.pendingTier ?? null,
    pending_change_at: account?.pendingChangeAt?.toISOString() ?? null,
    payment_state: PAYMENT_STATES.find((state) => state === account?.paymentState) ?? null,
  }
}
