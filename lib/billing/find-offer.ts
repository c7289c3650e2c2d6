import { Problem } from '@/lib/platform/problem'
import { FREE_TIER, findTier } from '@/lib/tiers/tiers'
import { requireProvider } from './require-provider'
import { lookupKey, type Offer, paidTiers } from './stripe/catalogue'
import { offers } from './stripe/offers'

/**
 * What a tier is bought at. Throws `unknown_tier` for free and for a name that no plan has, `billing_unavailable` where
 * the provider has no price for it or nobody takes money.
 */
export async function findOffer(tier: string): Promise<Offer> {
  findTier(tier)
  if (tier === FREE_TIER) {
    throw new Problem('unknown_tier', {
      detail: 'The free plan is not bought. Cancel the subscription to go back to it with the end of the period.',
      context: { field: 'tier', input: tier, tiers: paidTiers() },
    })
  }
  requireProvider()
  const offer = (await offers()).find((one) => one.tier === tier)
  if (offer) return offer
  throw new Problem('billing_unavailable', {
    detail: `The ${tier} plan has no price yet, so it can't be bought. Tell whoever runs this server.`,
    context: { retryable: false },
    cause: `no active price with the lookup key ${lookupKey(tier)}: npm run stripe:check says what is missing`,
  })
}
