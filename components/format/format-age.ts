import { LOCALE } from './locale'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const relative = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto', style: 'short' })
const THIS_YEAR = { day: 'numeric', month: 'short' } as const

/**
 * The age of a moment, in the fewest words: minutes, hours, days up to a week, then the date, in the zone of this machine or in
 * UTC.
 */
export function formatAge(moment: Date, now: Date, isLocal = false): string {
  const age = Math.max(0, now.getTime() - moment.getTime())
  if (age < MINUTE_MS) return relative.format(0, 'second')
  if (age < HOUR_MS) return relative.format(-Math.floor(age / MINUTE_MS), 'minute')
  if (age < DAY_MS) return relative.format(-Math.floor(age / HOUR_MS), 'hour')
  if (age < 7 * DAY_MS) return relative.format(-Math.floor(age / DAY_MS), 'day')
  const yearOf = (date: Date) => (isLocal ? date.getFullYear() : date.getUTCFullYear())
  const form = yearOf(moment) === yearOf(now) ? THIS_YEAR : ({ ...THIS_YEAR, year: 'numeric' } as const)
  return new Intl.DateTimeFormat(LOCALE, { ...form, ...(isLocal ? {} : { timeZone: 'UTC' }) }).format(moment)
}
