import { Problem } from '@/lib/core/problem/problem'
import { withOurCommands } from '@/lib/core/programs/our-command'
import { FREE_TIER, findTier } from '@/lib/usage/tiers'
import { requireProvider } from '../billing-mode'
import { lookupKey, type Offer, offers, paidTiers } from '../stripe/catalogue'

/**
 * Returns the offer of a paid tier. Throws `unknown_tier` for free and for an unknown name, `billing_unavailable` when
 * the provider has no price for it or there is no provider.
 */
export async function findOffer(tier: string): Promise<Offer> {
  findTier(tier)
  if (tier === FREE_TIER) {
    throw new Problem('unknown_tier', {
      detail: "The free plan can't be bought. Cancel the subscription to return to it at the end of the period.",
      context: { field: 'tier', input: tier, tiers: paidTiers() },
    })
  }
  requireProvider()
  const offer = (await offers()).find((one) => one.tier === tier)
  if (offer) return offer
  throw new Problem('billing_unavailable', {
    detail: `The ${tier} plan has no price yet, so it can't be bought. Contact the operator of this server.`,
    context: { retryable: false },
    cause: withOurCommands(
      `no active price with the lookup key ${lookupKey(tier)}: npm run stripe:check says what is missing`,
    ),
  })
}
