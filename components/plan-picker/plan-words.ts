import type { Discount, Plan } from '@/lib/billing/contract'
import { formatAmount } from '../format/format-amount'
import { formatLongDay } from '../format/format-day'
import { LOCALE } from '../format/locale'
import { words } from './words'

const SHARE = new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 2 })
const INTERVALS: Readonly<Record<string, string>> = words.intervals

function everyInWords(interval: string | null): string {
  if (interval === null) return ''
  return Object.hasOwn(INTERVALS, interval) ? (INTERVALS[interval] ?? '') : interval
}

/** The price of a plan; null where the provider has none. */
export function priceInWords({ amount, currency, interval }: Plan): { amount: string; every: string } | null {
  if (amount === null || currency === null) return null
  return { amount: formatAmount(amount, currency), every: amount === 0 ? '' : everyInWords(interval) }
}

/** A tier's name as a title. */
export function planName(tier: string): string {
  return tier.charAt(0).toUpperCase() + tier.slice(1)
}

function reduction({ basis_points: points, amount, currency }: Discount): string {
  if (points !== null) return words.off(SHARE.format(points / 10_000))
  return amount !== null && currency !== null ? words.off(formatAmount(amount, currency)) : words.discount
}

/** A discount in a sentence: how much, with which code, until when. */
export function discountInWords(discount: Discount): string {
  const { name, code, ends_at: end } = discount
  return words.reduced(name ?? reduction(discount), code, end && formatLongDay(end))
}
