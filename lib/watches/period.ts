const UNITS: Readonly<Record<string, number>> = { m: 60, h: 3600, d: 86_400 }
const MIN_SECONDS = 15 * 60
const MAX_SECONDS = 7 * 86_400

/** The periods that `parsePeriod` accepts, as a pattern of the OpenAPI document. */
export const PERIOD_PATTERN =
  '^(?:(?:1[5-9]|[2-9][0-9]|[1-9][0-9]{2,3}|100[0-7][0-9]|10080)m|(?:[1-9][0-9]?|1[0-5][0-9]|16[0-8])h|[1-7]d)$'

/** The seconds of a period such as `15m`, `6h` or `2d`; null for anything else, and outside 15 minutes to 7 days. */
export function parsePeriod(text: string): number | null {
  const [, count, unit = ''] = /^([1-9]\d{0,4})([mhd])$/.exec(text) ?? []
  const seconds = Number(count) * (UNITS[unit] ?? Number.NaN)
  return seconds >= MIN_SECONDS && seconds <= MAX_SECONDS ? seconds : null
}

export function isPeriod(text: string): boolean {
  return parsePeriod(text) !== null
}

/** A period in the largest unit in which it is whole. */
export function formatPeriod(seconds: number): string {
  const unit = (['d', 'h'] as const).find((one) => seconds % (UNITS[one] ?? 1) === 0) ?? 'm'
  return `${seconds / (UNITS[unit] ?? 1)}${unit}`
}
