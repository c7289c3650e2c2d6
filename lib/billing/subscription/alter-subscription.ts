import type { Actor } from '@/lib/core/actor'
import { Problem } from '@/lib/core/problem/problem'
import { requireProvider } from '../billing-mode'
import type { Subscription } from '../contract'
import { paidTiers } from '../stripe/catalogue'
import { releaseSchedule, resume, scheduleCancel, scheduleDowngrade, upgrade } from '../stripe/change-subscription'
import { findSubscription, type LiveSubscription } from '../stripe/find-subscription'
import { findUserSubscription } from '../view/billing-view'
import { findOffer } from '../view/find-offer'
import { findAccount } from './find-account'
import { syncAccount } from './sync-account'
import { withCustomerLock } from './with-customer-lock'

/**
 * Changes something about the caller's subscription at the provider, then takes over what the provider grants now, also
 * when the change failed half-way. Returns the subscription as it is then. Throws `no_subscription`,
 * `billing_unavailable`.
 */
async function alterSubscription(
  actor: Actor,
  change: (live: LiveSubscription) => Promise<void>,
): Promise<Subscription> {
  requireProvider()
  await withCustomerLock(actor.userId, async () => {
    const account = await findAccount(actor.userId)
    const live = account && (await findSubscription(account.customerId))
    if (!account || !live) throw new Problem('no_subscription')
    try {
      await change(live)
    } finally {
      await syncAccount(account)
    }
  })
  return findUserSubscription(actor)
}

/**
 * Has the caller's subscription end with its period; the tier stays until then. Again: nothing changes. Throws
 * `no_subscription`, `billing_unavailable`.
 */
export function cancelSubscription(actor: Actor): Promise<Subscription> {
  return alterSubscription(actor, scheduleCancel)
}

/** Withdraws the caller's scheduled cancellation, if there is one. Throws `no_subscription`, `billing_unavailable`. */
export function resumeSubscription(actor: Actor): Promise<Subscription> {
  return alterSubscription(actor, resume)
}

/**
 * Takes the caller's scheduled change of plan back; nothing where none is. A scheduled cancel is left as it is. Throws
 * `no_subscription`, `billing_unavailable`.
 */
export function dropChange(actor: Actor): Promise<Subscription> {
  return alterSubscription(actor, releaseSchedule)
}

/** A renewal that was not paid, or a larger plan that waits for its payment. */
function isPaymentDue({ subscription: { status, pending_update } }: LiveSubscription): boolean {
  return !['active', 'trialing'].includes(status) || pending_update !== null
}

/**
 * Moves the caller's subscription to another paid tier: to a larger one immediately, charging the difference now; to a
 * smaller one with the next period. A payment that fails leaves the tier unchanged, and `payment_state` shows it. Both
 * replace a scheduled change and a scheduled cancellation. Throws `unknown_tier`, `no_subscription`, `already_on_tier`,
 * `payment_due`, `billing_unavailable`.
 */
export async function changeTier(actor: Actor, tier: string): Promise<Subscription> {
  const offer = await findOffer(tier)
  return alterSubscription(actor, async (live) => {
    if (live.tier === tier) throw new Problem('already_on_tier')
    if (isPaymentDue(live)) throw new Problem('payment_due')
    const order = paidTiers()
    const isLarger = order.indexOf(tier) > order.indexOf(live.tier)
    await (isLarger ? upgrade(live, offer) : scheduleDowngrade(live, offer))
  })
}
