/** Parses the time in a link, as people write it (`63`, `63s`, `1:03`, `1m3s`), to seconds. Null for anything else. */
export function parseSeconds(value: string | undefined): number | null {
  if (!value) return null
  const clock = /^(?:(\d{1,4}):)?(\d{1,4}):(\d{1,2})$/.exec(value)
  const units = /^(?:(\d{1,4})h)?(?:(\d{1,5})m)?(?:(\d{1,6}(?:\.\d{1,3})?)s?)?$/.exec(value)
  const [, hours = '0', minutes = '0', seconds = '0'] = clock ?? units ?? []
  return clock || units ? Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) : null
}

/** A time in a link, or a stretch of a recording: seconds. `end` is null for a time. */
export type TimeRange = { start: number; end: number | null }

/** Parses the time in a link, or the stretch that a quote's link names (`12.3-18.9`). Null for anything else. */
export function parseTimeRange(value: string | undefined): TimeRange | null {
  const [from, to, ...others] = (value ?? '').split('-')
  const [start, end] = [parseSeconds(from), parseSeconds(to)]
  if (start === null || others.length > 0) return null
  if (to === undefined) return { start, end: null }
  return end === null || end <= start ? null : { start, end }
}

/** The times of lines and links are rounded. */
const SLACK_SECONDS = 0.15

/** Whether a line that starts at `start` belongs to the quote that a link names. A link to a time names none. */
export function beginsInQuote(start: number, quote: TimeRange): boolean {
  return quote.end !== null && start >= quote.start - SLACK_SECONDS && start < quote.end - SLACK_SECONDS
}

/** A stretch as the link of a quote names it, to a tenth of a second; null for a time. */
export function formatTimeRange({ start, end }: TimeRange): string | null {
  return end === null ? null : `${Number(start.toFixed(1))}-${Number(end.toFixed(1))}`
}
