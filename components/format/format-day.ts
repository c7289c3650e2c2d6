import { LOCALE } from './locale'

const day = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeZone: 'UTC' })
const longDay = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long', timeZone: 'UTC' })
/** The day of an ISO 8601 moment, as it is in UTC: on the server and in the browser the same. */
export function formatDay(iso: string): string {
  return day.format(new Date(iso))
}

/** A day with the month in full, for a sentence. */
export function formatLongDay(iso: string): string {
  return longDay.format(new Date(iso))
}
