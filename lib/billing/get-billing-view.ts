import type { Actor } from '@/lib/platform/actor'
import { db } from '@/lib/platform/db'
import { currentPeriod } from '@/lib/usage/period'
import { billingMode } from './billing-mode'
import { findAccount } from './find-account'
import { findUserSubscription } from './find-user-subscription'
import { listLimits } from './list-limits'
import { listPlans } from './list-plans'
import type { BillingView } from './view-contract'

/** The caller's plan with everything that can be done about it. */
export async function getBillingView(actor: Actor): Promise<BillingView> {
  const [subscription, plans, account, period, user] = await Promise.all([
    findUserSubscription(actor),
    listPlans(),
    findAccount(actor.userId),
    currentPeriod(db(), actor.userId, new Date()),
    db().user.findUniqueOrThrow({ where: { id: actor.userId }, select: { grantedTier: true, isLocal: true } }),
  ])
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
  }
}
