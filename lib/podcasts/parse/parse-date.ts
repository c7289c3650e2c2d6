const MAX_CHARACTERS = 100
const ZONE = /(?:z|[+-]\d{1,2}:?\d{2}|\b[a-z]{1,5})(?:\s*\([^()]{0,40}\))?$/i
const NAMED_ZONE = /(?<!\s)\s+[a-z]{1,5}$/i
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

/** The time in an RSS (RFC 5322) or Atom (RFC 3339) date; null for what is none, or none that is believable. */
export function parseDate(text: string | undefined): Date | null {
  const trimmed = text?.trim() ?? ''
  if (trimmed === '' || trimmed.length > MAX_CHARACTERS) return null
  const ms = timestamp(trimmed)
  return ms >= EARLIEST_MS && ms < LATEST_MS ? new Date(ms) : null
}
