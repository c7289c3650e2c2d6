import { log } from '@/lib/core/log'
import { allowanceSeconds, FREE_TIER, tiers } from '@/lib/usage/tiers'
import { billingMode } from '../billing-mode'
import type { Plan, Plans } from '../contract'
import { cached } from '../stripe/cached'
import { type Offer, offers } from '../stripe/catalogue'
import { fetchPromotions, toDiscounts } from '../stripe/fetch-discounts'

const INTERVAL = 'month'

function staticPlans(): Plans {
  const plans = Object.entries(tiers()).map(([tier, { seconds, amount, currency }]) => ({
    tier,
    seconds,
    amount,
    currency,
    interval: INTERVAL,
  }))
  return { plans, discounts: [], source: 'static' }
}

function toPlan(tier: string, known: readonly Offer[]): Plan {
  const seconds = allowanceSeconds(tier)
  if (tier === FREE_TIER) {
    return {
      tier,
      seconds,
      amount: 0,
      currency: known[0]?.currency ?? tiers()[tier]?.currency ?? null,
      interval: INTERVAL,
    }
  }
  const offer = known.find((one) => one.tier === tier)
  return {
    tier,
    seconds,
    amount: offer?.amount ?? null,
    currency: offer?.currency ?? null,
    interval: offer?.interval ?? null,
  }
}

/**
 * Returns the plans at the provider's prices and the valid discounts, at most five minutes old. Falls back to the last
 * known offers while the provider is unavailable, and to the prices of the table when there are none or there is no
 * provider.
 */
export async function listPlans(): Promise<Plans> {
  const source = billingMode()
  if (source === 'none' || source === 'off') return staticPlans()
  try {
    const [known, promotions] = await Promise.all([offers(), cached(`promotions:${source}`, fetchPromotions)])
    const plans = Object.keys(tiers()).map((tier) => toPlan(tier, known))
    return { plans, discounts: toDiscounts(promotions, known), source }
  } catch (error) {
    log.warn("prices can't be asked of the billing provider; the static ones are shown", { error })
    return staticPlans()
  }
}

/** Seconds of transcript a period, by tier: what the plans differ in. */
export function listLimits(): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(tiers()).map(([name, { seconds }]) => [name, seconds]))
}
