import { LOCALE } from './locale'

const percent = new Intl.NumberFormat(LOCALE, { style: 'percent', roundingMode: 'floor' })

/** A share (0 to 1) in whole percent, never more than there is: 99.9 % done is not done. */
export function formatPercent(share: number): string {
  return percent.format(share)
}
