import type Stripe from 'stripe'
import { log } from '@/lib/core/log'
import { allowanceSeconds, FREE_TIER, tiers } from '@/lib/usage/tiers'
import { billingMode } from '../billing-mode'
import type { Discount, Plan, Plans } from '../contract'
import { cached } from '../stripe/cached'
import { type Offer, offers } from '../stripe/catalogue'
import { callStripe } from '../stripe/client'

const iso = (seconds: number | null) => (seconds === null ? null : new Date(seconds * 1000).toISOString())

function earliest(...moments: (number | null)[]): number | null {
  const known = moments.filter((moment) => moment !== null)
  return known.length === 0 ? null : Math.min(...known)
}

function toDiscount(promotion: Stripe.PromotionCode, offers: readonly Offer[]): Discount | null {
  const { coupon } = promotion.promotion
  // A code for one customer is not shown to others.
  if (promotion.customer !== null || coupon === null || typeof coupon === 'string' || !coupon.valid) return null
  const products = coupon.applies_to?.products ?? []
  const tiers = offers.filter(({ productId }) => products.includes(productId)).map(({ tier }) => tier)
  if (products.length > 0 && tiers.length === 0) return null
  return {
    name: coupon.name,
    code: promotion.code,
    type: coupon.percent_off === null ? 'fixed' : 'percentage',
    basis_points: coupon.percent_off === null ? null : Math.round(coupon.percent_off * 100),
    amount: coupon.amount_off,
    currency: coupon.currency,
    product_ids: products,
    tiers,
    starts_at: iso(promotion.created),
    ends_at: iso(earliest(promotion.expires_at, coupon.redeem_by)),
  }
}

/** The active promotion codes. Throws `billing_unavailable`. */
async function fetchPromotions(): Promise<Stripe.PromotionCode[]> {
  const expand = ['data.promotion.coupon', 'data.promotion.coupon.applies_to']
  const { data } = await callStripe((api) => api.promotionCodes.list({ active: true, limit: 100, expand }))
  return data
}

/** The promotion codes that every user can use now for one of the tiers. */
function toDiscounts(promotions: readonly Stripe.PromotionCode[], offers: readonly Offer[]): Discount[] {
  return promotions.flatMap((promotion) => toDiscount(promotion, offers) ?? [])
}

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
