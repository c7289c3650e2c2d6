import type Stripe from 'stripe'
import type { Discount } from '../contract'
import type { Offer } from './catalogue'
import { callStripe } from './client'

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
export async function fetchPromotions(): Promise<Stripe.PromotionCode[]> {
  const expand = ['data.promotion.coupon', 'data.promotion.coupon.applies_to']
  const { data } = await callStripe((api) => api.promotionCodes.list({ active: true, limit: 100, expand }))
  return data
}

/** The promotion codes that anybody can use now for one of the tiers. */
export function toDiscounts(promotions: readonly Stripe.PromotionCode[], offers: readonly Offer[]): Discount[] {
  return promotions.flatMap((promotion) => toDiscount(promotion, offers) ?? [])
}
