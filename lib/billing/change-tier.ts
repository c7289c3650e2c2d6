import type { Actor } from '@/lib/platform/actor'
import { Problem } from '@/lib/platform/problem'
import { alterSubscription } from './alter-subscription'
import type { Subscription } from './contract'
import { findOffer } from './find-offer'
import { paidTiers } from './stripe/catalogue'
import { scheduleDowngrade, upgrade } from './stripe/change-subscription'
import type { LiveSubscription } from './stripe/find-subscription'

/** A renewal that was not paid, or a larger plan that waits for its payment. */
function isPaymentDue({ subscription: { status, pending_update } }: LiveSubscription): boolean {
  return !['active', 'trialing'].includes(status) || pending_update !== null
}

/**
 * Moves the caller's subscription to another paid tier: to a larger one at once, the difference being paid now; to a
 * smaller one with the next period. A payment that fails leaves the tier as it is, and `payment_state` says so. Whichever it is takes the
 * place of a scheduled change and of a scheduled cancel. Throws
 * `unknown_tier`, `no_subscription`, `already_on_tier`, `payment_due`, `billing_unavailable`.
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
