const TWO_DIGITS = Array.from({ length: 100 }, (_, value) => String(value).padStart(2, '0'))
const THREE_DIGITS = Array.from({ length: 1000 }, (_, value) => String(value).padStart(3, '0'))

const two = (value: number) => TWO_DIGITS[value] ?? String(value)

/**
 * Formats integer milliseconds as `HH:MM:SS.mmm` (WebVTT) or `HH:MM:SS,mmm` (SRT), exact to the millisecond.
 * Hours have at least two digits and as many as they need.
 */
export function formatClock(ms: number, separator: '.' | ','): string {
  const seconds = Math.floor(ms / 1000)
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  const clock = `${two(hours)}:${two(minutes - hours * 60)}:${two(seconds - minutes * 60)}`
  return `${clock}${separator}${THREE_DIGITS[ms - seconds * 1000]}`
}

/** Formats integer milliseconds for people, in whole seconds rounded down: `0:07`, `12:30`, `1:02:03`. */
export function formatShortClock(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  const seconds = two(Math.floor(ms / 1000) % 60)
  return minutes < 60 ? `${minutes}:${seconds}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${seconds}`
}
