import type Stripe from 'stripe'
import { offers, paidTiers, tierOfLookupKey } from './catalogue'
import { callStripe } from './client'

/** A subscription that has not ended, to one of our tiers. */
export type LiveSubscription = { subscription: Stripe.Subscription; item: Stripe.SubscriptionItem; tier: string }

const GRANTING: readonly string[] = ['active', 'trialing', 'past_due']
const LIVE: readonly string[] = [...GRANTING, 'unpaid', 'paused']

/** Whether a subscription in this status grants its tier. */
export function grants({ status }: Stripe.Subscription): boolean {
  return GRANTING.includes(status)
}

/** The tier of a price: by its lookup key or, when a newer price has that now, by its product. Null: none of ours. */
export async function tierOfPrice(price: Stripe.Price | string): Promise<string | null> {
  const known = await offers()
  if (typeof price === 'string') return known.find(({ priceId }) => priceId === price)?.tier ?? null
  const product = typeof price.product === 'string' ? price.product : price.product.id
  return tierOfLookupKey(price.lookup_key) ?? known.find(({ productId }) => productId === product)?.tier ?? null
}

async function toLive(subscription: Stripe.Subscription): Promise<LiveSubscription | null> {
  const item = subscription.items.data[0]
  if (!item || !LIVE.includes(subscription.status)) return null
  const tier = await tierOfPrice(item.price)
  return tier === null ? null : { subscription, item, tier }
}

/** The order of several subscriptions: one that grants first, then the larger tier, then the newer one. */
function weight({ subscription, tier }: LiveSubscription): number[] {
  return [Number(grants(subscription)), paidTiers().indexOf(tier), subscription.created]
}

function byWeight(a: LiveSubscription, b: LiveSubscription): number {
  const [left, right] = [weight(a), weight(b)]
  const at = left.findIndex((part, index) => part !== right[index])
  return at < 0 ? 0 : (right[at] ?? 0) - (left[at] ?? 0)
}

/** A customer's subscription as the provider has it now, with its schedule and last invoice; null: none that lives. */
export async function findSubscription(customerId: string): Promise<LiveSubscription | null> {
  const { data } = await callStripe((api) =>
    api.subscriptions.list({
      customer: customerId,
      status: 'all',
      limit: 100,
      expand: ['data.schedule', 'data.latest_invoice'],
    }),
  )
  const live = await Promise.all(data.map(toLive))
  return live.filter((one) => one !== null).sort(byWeight)[0] ?? null
}
