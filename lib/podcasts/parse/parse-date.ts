const MAX_CHARACTERS = 100
const ZONE = /(?:z|[+-]\d{1,2}:?\d{2}|\b[a-z]{1,5})(?:\s*\([^()]{0,40}\))?$/i
const NAMED_ZONE = /(?<!\s)\s+[a-z]{1,5}$/i
/** The offsets of names that `Date` does not know; those of North America are winter's. */
const ZONES: ReadonlyMap<string, string> = new Map([
  ['WET', '+0000'],
  ['WEST', '+0100'],
  ['BST', '+0100'],
  ['CET', '+0100'],
  ['MET', '+0100'],
  ['CEST', '+0200'],
  ['MEST', '+0200'],
  ['EET', '+0200'],
  ['EEST', '+0300'],
  ['MSK', '+0300'],
  ['HKT', '+0800'],
  ['AWST', '+0800'],
  ['JST', '+0900'],
  ['KST', '+0900'],
  ['AEST', '+1000'],
  ['AEDT', '+1100'],
  ['NZST', '+1200'],
  ['NZDT', '+1300'],
  ['ET', '-0500'],
  ['CT', '-0600'],
  ['MT', '-0700'],
  ['PT', '-0800'],
  ['AKST', '-0900'],
  ['HST', '-1000'],
])
/** Day first, as only such dates are written with dots. */
const DOTTED = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?=\s|$)/
/** RFC 3339 has no space before the offset. */
const SPACED_OFFSET = /^(\d{4}-\d{2}-\d{2}T\S{1,20})\s+([+-]\d{2}:?\d{2})$/
const EARLIEST_MS = Date.UTC(1970, 0, 1)
const LATEST_MS = Date.UTC(2200, 0, 1)

/** Without a zone, and with one of an unknown name, a time counts as UTC (RFC 5322 §4.3). */
function timestamp(text: string): number {
  if (!ZONE.test(text)) {
    const iso = Date.parse(`${text}Z`)
    return Number.isNaN(iso) ? Date.parse(`${text} UTC`) : iso
  }
  const known = Date.parse(text)
  return Number.isNaN(known) && NAMED_ZONE.test(text) ? Date.parse(text.replace(NAMED_ZONE, ' UTC')) : known
}

/** A date in a form that `Date` reads rightly. */
function readable(text: string): string {
  return text
    .replace(DOTTED, (_, day: string, month: string, year: string) =>
      [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-'),
    )
    .replace(SPACED_OFFSET, '$1$2')
    .replace(NAMED_ZONE, (zone) => ` ${ZONES.get(zone.trim().toUpperCase()) ?? zone.trim()}`)
}

/** The time in an RSS (RFC 5322) or Atom (RFC 3339) date; null for what is none, or none that is believable. */
export function parseDate(text: string | undefined): Date | null {
  const trimmed = text?.trim() ?? ''
  if (trimmed === '' || trimmed.length > MAX_CHARACTERS) return null
  const ms = timestamp(readable(trimmed))
  return ms >= EARLIEST_MS && ms < LATEST_MS ? new Date(ms) : null
}
