const DECIMAL = /^\s{0,16}[-+]?\d{1,16}(?:\.\d{0,20})?\s{0,16}$/

/**
 * A time as JSON and XML have it, a number or its digits, in units of `unitMs` milliseconds: as integer milliseconds, 0
 * for times before the beginning. Null when it is no number, or too large for an exact integer.
 */
export function wholeMs(value: unknown, unitMs: number): number | null {
  const isText = typeof value === 'string' && DECIMAL.test(value)
  const number = typeof value === 'number' || isText ? Number(value) : Number.NaN
  const ms = Math.max(0, Math.round(number * unitMs))
  return Number.isSafeInteger(ms) ? ms : null
}
