import { tiers } from '@/lib/usage/tiers'
import { SandboxRefusal } from './endpoints/refusal'

/** A code that takes a fifth off the first payment. */
export const PROMOTION = { code: 'HELLO20', name: '20% off the first month', percentOff: 20 }

const PRICE = 'price_'

/** A price as Stripe shows it. The sandbox sells the tiers of the table at the table's prices. */
export function priceOf(id: string) {
  const tier = id.startsWith(PRICE) ? id.slice(PRICE.length) : ''
  const row = Object.hasOwn(tiers(), tier) ? tiers()[tier] : undefined
  if (!row || row.amount === 0) {
    throw new SandboxRefusal(400, `No such price: '${id}'`, { code: 'resource_missing', param: 'price' })
  }
  return {
    id,
    object: 'price',
    active: true,
    currency: row.currency,
    lookup_key: `verbatim_${tier}`,
    metadata: {},
    product: `prod_${tier}`,
    recurring: { interval: 'month', interval_count: 1 },
    type: 'recurring',
    unit_amount: row.amount,
  }
}

/** Every price there is. */
export function allPrices() {
  return Object.entries(tiers())
    .filter(([, { amount }]) => amount > 0)
    .map(([tier]) => priceOf(PRICE + tier))
}

export function tierOfPriceId(id: string): string {
  return id.slice(PRICE.length)
}

/** Every promotion code there is, with what it takes off. */
export function allPromotionCodes() {
  const coupon = {
    id: 'coupon_hello',
    object: 'coupon',
    amount_off: null,
    currency: null,
    duration: 'once',
    name: PROMOTION.name,
    percent_off: PROMOTION.percentOff,
    redeem_by: null,
    valid: true,
  }
  const promotion = { type: 'coupon', coupon }
  return [
    {
      id: 'promo_hello',
      object: 'promotion_code',
      active: true,
      code: PROMOTION.code,
      created: 1_760_000_000,
      customer: null,
      expires_at: null,
      promotion,
    },
  ]
}
