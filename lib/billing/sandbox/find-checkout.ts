import type { Actor } from '@/lib/platform/actor'
import { db } from '@/lib/platform/db'
import { ownCustomerId } from './own-customer'
import { PROMOTION, priceOf, tierOfPriceId } from './price-list'
import { find } from './store'

/** What the sandbox's checkout page shows. `amount` is in the currency's smallest unit. */
export type CheckoutPage = {
  id: string
  tier: string
  amount: number
  currency: string
  cancelUrl: string
  promotionCode: string
}

/** An open checkout of the caller's; null: none of theirs, or over. Throws `no_billing_account`, `not_found`. */
export async function findCheckout(actor: Actor, id: string): Promise<CheckoutPage | null> {
  const customerId = await ownCustomerId(actor)
  const session = await find(db(), 'checkout.session', id)
  if (session?.customer !== customerId || session.status !== 'open') return null
  const { price, cancelUrl } = session
  const { unit_amount: amount, currency } = priceOf(price)
  return { id, tier: tierOfPriceId(price), amount, currency, cancelUrl, promotionCode: PROMOTION.code }
}
