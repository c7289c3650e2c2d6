import type { Actor } from '@/lib/core/actor'
import { type Db, db } from '@/lib/core/db/db'
import { UNLIMITED_SECONDS } from '@/lib/usage/contract'
import { currentPeriod } from '@/lib/usage/period'
import { remainingSeconds } from '@/lib/usage/remaining-seconds'
import { effectiveTier } from '@/lib/usage/tiers'
import { billingMode } from '../billing-mode'
import type { Subscription } from '../contract'
import { findAccount } from '../subscription/find-account'
import type { BillingView, UsageLine } from './contract'
import { listLimits, listPlans } from './list-plans'

/** Reads rows that are written together as they were at one moment. */
function atOneMoment<T>(read: (tx: Db) => Promise<T>): Promise<T> {
  return db().$transaction(read, { isolationLevel: 'RepeatableRead' })
}

/** The caller's plan with everything that can be done about it. */
export async function getBillingView({ userId }: Actor): Promise<BillingView> {
  const read = async (tx: Db) => ({
    subscription: await readSubscription(tx, userId),
    account: await findAccount(userId, tx),
    period: await currentPeriod(tx, userId, new Date()),
    user: await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { grantedTier: true, isLocal: true } }),
  })
  const [plans, { subscription, account, period, user }] = await Promise.all([listPlans(), atOneMoment(read)])
  return {
    subscription,
    plans,
    limits: listLimits(),
    resetsAt: period.end.toISOString(),
    isSubscribed: (account?.subscriptionId ?? null) !== null,
    grantedTier: user.grantedTier,
    isLocal: user.isLocal === true,
    hasAccount: account !== null,
    paymentUrl: account?.paymentUrl ?? null,
    mode: billingMode(),
    isUnlimited: subscription.limit_seconds >= UNLIMITED_SECONDS,
  }
}

/** The used and remaining seconds of the caller in this period, without a call of the provider. */
export async function getUsageLine({ userId }: Actor): Promise<UsageLine> {
  const user = await db().user.findUniqueOrThrow({
    where: { id: userId },
    select: { grantedTier: true, paidTier: true },
  })
  const { period, ...allowance } = await remainingSeconds(db(), { userId, tier: effectiveTier(user) })
  return {
    usedSeconds: allowance.usedSeconds,
    limitSeconds: allowance.limitSeconds,
    remainingSeconds: allowance.isUnlimited ? null : allowance.remainingSeconds,
    resetsAt: period.end.toISOString(),
  }
}

async function readSubscription(tx: Db, userId: string): Promise<Subscription> {
  const user = await tx.user.findUniqueOrThrow({
    where: { id: userId },
    select: { grantedTier: true, paidTier: true },
  })
  const account = await findAccount(userId, tx)
  const tier = effectiveTier(user)
  const { limitSeconds, usedSeconds, reservedSeconds } = await remainingSeconds(tx, { userId, tier })
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
    payment_state: account?.paymentState ?? null,
    payment_url: account?.paymentUrl ?? null,
  }
}

/** The caller's plan, its allowance and what has been used of it, and what is scheduled, as the provider last said. */
export function findUserSubscription({ userId }: Actor): Promise<Subscription> {
  return atOneMoment((tx) => readSubscription(tx, userId))
}
