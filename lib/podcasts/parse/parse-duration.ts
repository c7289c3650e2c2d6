const MAX_SECONDS = 7 * 24 * 3600
const SECONDS = /^\d{1,9}(?:\.\d{1,9})?$/
const CLOCK = /^(?:(\d{1,4}):)?(\d{1,4}):(\d{1,2}(?:\.\d{1,9})?)$/

function seconds(text: string): number {
  if (SECONDS.test(text)) return Number(text)
  const [, hours = '0', minutes, rest] = CLOCK.exec(text) ?? []
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(rest)
}

/**
 * The seconds of an `itunes:duration` in the forms in use: `H:MM:SS`, `MM:SS`, `99`, `9999.99`. Null for anything else,
 * for nothing and for more than a week, which is milliseconds.
 */
export function parseDuration(text: string | undefined): number | null {
  const length = seconds(text?.trim() ?? '')
  return length > 0 && length <= MAX_SECONDS ? length : null
}
