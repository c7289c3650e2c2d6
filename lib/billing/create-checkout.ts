import type { Actor } from '@/lib/platform/actor'
import { env } from '@/lib/platform/env'
import { Problem } from '@/lib/platform/problem'
import { ensureCustomer } from './ensure-customer'
import { findOffer } from './find-offer'
import { findSubscription } from './stripe/find-subscription'
import { openCheckout } from './stripe/open-checkout'
import { withCustomerLock } from './with-customer-lock'

/**
 * Opens a page of the provider where the caller buys a plan, and gives its address. Throws `unknown_tier`,
 * `already_subscribed`, `billing_unavailable`.
 */
export async function createCheckout(actor: Actor, tier: string): Promise<string> {
  const { priceId } = await findOffer(tier)
  const { userId } = actor
  const cancelUrl = `${env().baseUrl}/billing`
  const successUrl = `${cancelUrl}?from=checkout`
  return withCustomerLock(userId, async () => {
    const customerId = await ensureCustomer(actor)
    if (await findSubscription(customerId)) throw new Problem('already_subscribed')
    return openCheckout({ customerId, userId, priceId, successUrl, cancelUrl })
  })
}
