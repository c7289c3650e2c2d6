import type { Actor } from '@/lib/platform/actor'
import { db } from '@/lib/platform/db'
import { currentPeriod } from '@/lib/usage/period'
import { billingMode } from './billing-mode'
import type { Plans, Subscription } from './contract'
import { findAccount } from './find-account'
import { listLimits } from './list-limits'
import { listPlans } from './list-plans'
import { readSubscription } from './read-subscription'

/** What the billing page shows. */
export type Billing = {
  subscription: Subscription
  plans: Plans
  /** Seconds a period, by tier. */
  limits: Readonly<Record<string, number>>
  /** When the allowance is whole again, ISO 8601. */
  resetsAt: string
  /** A subscription at the provider decides, not a grant of the operator's. */
  isSubscribed: boolean
  /** There is a customer, with cards and invoices to look at. */
  hasAccount: boolean
  /** Where what is owed can be paid. */
  paymentUrl: string | null
  mode: ReturnType<typeof billingMode>
}

/** The caller's plan with everything that can be done about it. */
export async function readBilling(actor: Actor): Promise<Billing> {
  const [subscription, plans, account, period] = await Promise.all([
    readSubscription(actor),
    listPlans(),
    findAccount(actor.userId),
    currentPeriod(db(), actor.userId, new Date()),
  ])
  return {
    subscription,
    plans,
    limits: listLimits(),
    resetsAt: period.end.toISOString(),
    isSubscribed: (account?.subscriptionId ?? null) !== null,
    hasAccount: account !== null,
    paymentUrl: account?.paymentUrl ?? null,
    mode: billingMode(),
  }
}
