import type { Discount, Plan } from '@/lib/billing/contract'
import { LOCALE } from '../locale'

const SHARE = new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 2 })
const DAY = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long', timeZone: 'UTC' })

/** A day for people, as it is in UTC. */
export function formatDay(iso: string): string {
  return DAY.format(new Date(iso))
}

/** Whole minutes and hours: "45 min", "10 h", "1 h 5 min". What is left is rounded down, what is used up. */
export function formatMinutes(seconds: number, round: 'up' | 'down'): string {
  const minutes = round === 'up' ? Math.ceil(seconds / 60) : Math.floor(seconds / 60)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return `${minutes} min`
  const grouped = hours.toLocaleString(LOCALE)
  return rest === 0 ? `${grouped} h` : `${grouped} h ${rest} min`
}

/** An amount of the currency's smallest unit, as people write it. */
export function formatAmount(amount: number, currency: string): string {
  const style = { style: 'currency', currency } as const
  const { maximumFractionDigits: digits = 2 } = new Intl.NumberFormat(LOCALE, style).resolvedOptions()
  const value = amount / 10 ** digits
  const shown = Number.isInteger(value) ? 0 : digits
  return new Intl.NumberFormat(LOCALE, { ...style, minimumFractionDigits: shown, maximumFractionDigits: shown }).format(
    value,
  )
}

/** What a plan costs; null where the provider has no price for it. */
export function priceInWords({ amount, currency, interval }: Plan): { amount: string; every: string } | null {
  if (amount === null || currency === null) return null
  return { amount: formatAmount(amount, currency), every: interval === null || amount === 0 ? '' : `a ${interval}` }
}

/** A tier's name as a title. */
export function planName(tier: string): string {
  return tier.charAt(0).toUpperCase() + tier.slice(1)
}

function reduction({ basis_points: points, amount, currency }: Discount): string {
  if (points !== null) return `${SHARE.format(points / 10_000)} off`
  return amount !== null && currency !== null ? `${formatAmount(amount, currency)} off` : 'A discount'
}

/** A discount in a sentence: how much, with which code, until when. */
export function discountInWords(discount: Discount): string {
  const { name, code, ends_at: end } = discount
  return [name ?? reduction(discount), code && `with ${code}`, end && `until ${formatDay(end)}`]
    .filter(Boolean)
    .join(' ')
}
