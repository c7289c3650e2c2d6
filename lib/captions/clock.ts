const TWO_DIGITS = Array.from({ length: 100 }, (_, value) => String(value).padStart(2, '0'))
const THREE_DIGITS = Array.from({ length: 1000 }, (_, value) => String(value).padStart(3, '0'))

const two = (value: number) => TWO_DIGITS[value] ?? String(value)

/**
 * Formats integer milliseconds as `HH:MM:SS.mmm` (WebVTT) or `HH:MM:SS,mmm` (SRT), exact to the millisecond.
 * Hours have at least two digits and as many as they need.
 */
export function formatClock(ms: number, separator: '.' | ','): string {
  const seconds = Math.floor(ms / 1000)
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  const clock = `${two(hours)}:${two(minutes - hours * 60)}:${two(seconds - minutes * 60)}`
  return `${clock}${separator}${THREE_DIGITS[ms - seconds * 1000]}`
}

/** Formats integer milliseconds for people, in whole seconds rounded down: `0:07`, `12:30`, `1:02:03`. */
export function formatShortClock(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  const seconds = two(Math.floor(ms / 1000) % 60)
  return minutes < 60 ? `${minutes}:${seconds}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${seconds}`
}

const COLON = 58

/** The number that two ASCII digits at `index` make, or -1. */
function parseTwoDigits(text: string, index: number): number {
  const tens = text.charCodeAt(index) - 48
  const ones = text.charCodeAt(index + 1) - 48
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1
}

/**
 * The milliseconds of the clock at `index` if it is exactly `HH:MM:SS.mmm` or `HH:MM:SS,mmm`, as in nearly every file; else -1.
 * Minutes and seconds may be above 59, and anything may follow.
 */
export function parsePlainClock(text: string, index: number): number {
  const separator = text.charCodeAt(index + 8)
  if (text.charCodeAt(index + 2) !== COLON || text.charCodeAt(index + 5) !== COLON) return -1
  if (separator !== 44 && separator !== 46) return -1
  const hours = parseTwoDigits(text, index)
  const minutes = parseTwoDigits(text, index + 3)
  const seconds = parseTwoDigits(text, index + 6)
  const hundredths = parseTwoDigits(text, index + 9)
  const thousandths = text.charCodeAt(index + 11) - 48
  // The sign bit of the union is set if any of them is negative.
  if ((hours | minutes | seconds | hundredths) < 0 || !(thousandths >= 0 && thousandths <= 9)) return -1
  return hours * 3_600_000 + minutes * 60_000 + seconds * 1000 + hundredths * 10 + thousandths
}

const DECIMAL = /^\s{0,16}[-+]?\d{1,16}(?:\.\d{0,20})?\s{0,16}$/

/**
 * Parses a time of a JSON or XML document, a number or its digits in units of `unitMs` milliseconds, to integer milliseconds; 0
 * for a negative one. Null when it is no number or too large for an exact integer.
 */
export function parseMilliseconds(value: unknown, unitMs: number): number | null {
  const isText = typeof value === 'string' && DECIMAL.test(value)
  const number = typeof value === 'number' || isText ? Number(value) : Number.NaN
  const ms = Math.max(0, Math.round(number * unitMs))
  return Number.isSafeInteger(ms) ? ms : null
}
