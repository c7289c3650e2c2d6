import { LOCALE } from './locale'

const day = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeZone: 'UTC' })
const longDay = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long', timeZone: 'UTC' })
const moment = new Intl.DateTimeFormat(LOCALE, {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
  timeZone: 'UTC',
  timeZoneName: 'short',
})

const minute = new Intl.DateTimeFormat(LOCALE, {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  timeZone: 'UTC',
  timeZoneName: 'short',
})

/** The day of an ISO 8601 moment, as it is in UTC: on the server and in the browser the same. */
export function formatDay(iso: string): string {
  return day.format(new Date(iso))
}

/** A day with the month in full, for a sentence. */
export function formatLongDay(iso: string): string {
  return longDay.format(new Date(iso))
}

/** Day and time of an ISO 8601 moment, in UTC. */
export function formatMoment(iso: string): string {
  return moment.format(new Date(iso))
}

/** Day and time of a moment of these days, to the minute, in UTC. */
export function formatMinute(iso: string): string {
  return minute.format(new Date(iso))
}
