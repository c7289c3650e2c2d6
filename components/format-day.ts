import { LOCALE } from './locale'

const day = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeZone: 'UTC' })
const moment = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' })

/** The day of an ISO 8601 moment, as it is in UTC: on the server and in the browser the same. */
export function formatDay(iso: string): string {
  return day.format(new Date(iso))
}

/** Day and time of an ISO 8601 moment, in UTC. */
export function formatMoment(iso: string): string {
  return `${moment.format(new Date(iso))} UTC`
}
