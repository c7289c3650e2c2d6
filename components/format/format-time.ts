import { LOCALE } from './locale'

/** How a moment is written: its day, also in a sentence, or with its time to the minute or the second. */
const FORMS = {
  day: { dateStyle: 'medium' },
  longDay: { dateStyle: 'long' },
  minute: { month: 'short', day: 'numeric', hour: 'numeric', minute: 'numeric', timeZoneName: 'short' },
  second: {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    timeZoneName: 'short',
  },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

export type TimeForm = keyof typeof FORMS

const kept = new Map<string, Intl.DateTimeFormat>()

/** An ISO 8601 moment as people write it, in the zone of this machine, or in UTC as the server writes it. */
export function formatTime(iso: string, form: TimeForm, isLocal: boolean): string {
  const key = `${form} ${isLocal}`
  const format =
    kept.get(key) ?? new Intl.DateTimeFormat(LOCALE, { ...FORMS[form], ...(isLocal ? {} : { timeZone: 'UTC' }) })
  kept.set(key, format)
  return format.format(new Date(iso))
}
