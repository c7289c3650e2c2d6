import type { Actor } from '@/lib/platform/actor'
import { Problem } from '@/lib/platform/problem'
import { alterSubscription } from './alter-subscription'
import type { Subscription } from './contract'
import { findOffer } from './find-offer'
import { paidTiers } from './stripe/catalogue'
import { scheduleDowngrade, upgrade } from './stripe/change-subscription'

/**
 * Moves the caller's subscription to another paid tier: to a larger one at once, the difference being paid now; to a
 * smaller one with the next period. A payment that fails leaves the tier as it is, and `payment_state` says so. Throws
 * `unknown_tier`, `no_subscription`, `already_on_tier`, `billing_unavailable`.
 */
export async function changeTier(actor: Actor, tier: string): Promise<Subscription> {
  const offer = await findOffer(tier)
  return alterSubscription(actor, async (live) => {
    if (live.tier === tier) throw new Problem('already_on_tier')
    const order = paidTiers()
    const isLarger = order.indexOf(tier) > order.indexOf(live.tier)
    await (isLarger ? upgrade(live, offer) : scheduleDowngrade(live, offer))
  })
}
