import { FREE_TIER, tiers } from '@/lib/usage/tiers'
import { billingMode } from '../billing-mode'
import { cached } from './cached'
import { callStripe } from './client'

const PREFIX = 'verbatim_'

/** The price that a tier is bought at. */
export type Offer = {
  tier: string
  priceId: string
  productId: string
  amount: number
  currency: string
  interval: string
}

/** The tiers that can be bought, the smallest first. */
export function paidTiers(): string[] {
  return Object.keys(tiers()).filter((name) => name !== FREE_TIER)
}

/** The lookup key of a tier's price at Stripe. */
export function lookupKey(tier: string): string {
  return PREFIX + tier
}

/** Returns the tier of a lookup key; null for any other key. */
export function tierOfLookupKey(key: string | null): string | null {
  const tier = key?.startsWith(PREFIX) ? key.slice(PREFIX.length) : null
  return tier !== null && paidTiers().includes(tier) ? tier : null
}

/** The prices that the provider has for the tiers now, by their lookup keys. A tier without one is not among them. */
async function fetchOffers(): Promise<Offer[]> {
  const lookup_keys = paidTiers().map(lookupKey)
  const { data } = await callStripe((api) => api.prices.list({ lookup_keys, active: true, limit: 100 }))
  return data.flatMap(({ id, lookup_key, product, unit_amount, currency, recurring }) => {
    const tier = tierOfLookupKey(lookup_key)
    if (!tier || unit_amount === null || !recurring) return []
    const productId = typeof product === 'string' ? product : product.id
    return [{ tier, priceId: id, productId, amount: unit_amount, currency, interval: recurring.interval }]
  })
}

/** The prices of the tiers, at most five minutes old unless the provider can't be asked. */
export function offers(): Promise<Offer[]> {
  return cached(`offers:${billingMode()}`, fetchOffers)
}
