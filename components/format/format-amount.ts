import { LOCALE } from './locale'

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
