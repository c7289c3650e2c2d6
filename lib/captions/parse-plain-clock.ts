const COLON = 58

/** The number that two ASCII digits at `index` make, or -1. */
function parseTwoDigits(text: string, index: number): number {
  const tens = text.charCodeAt(index) - 48
  const ones = text.charCodeAt(index + 1) - 48
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1
}

/**
 * The milliseconds of the clock at `index` where it is exactly `HH:MM:SS.mmm` or `HH:MM:SS,mmm`, as in nearly every file,
 * else -1. Minutes and seconds may be above 59, and what follows may be anything.
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
  // The sign bit is set when it is in any of them.
  if ((hours | minutes | seconds | hundredths) < 0 || !(thousandths >= 0 && thousandths <= 9)) return -1
  return hours * 3_600_000 + minutes * 60_000 + seconds * 1000 + hundredths * 10 + thousandths
}
