const two = (value: number) => (value < 10 ? `0${value}` : String(value))
const three = (value: number) => (value < 10 ? `00${value}` : value < 100 ? `0${value}` : String(value))

/**
 * Formats integer milliseconds as `HH:MM:SS.mmm` (WebVTT) or `HH:MM:SS,mmm` (SRT), exact to the millisecond.
 * Hours have at least two digits and as many as they need.
 */
export function formatClock(ms: number, separator: '.' | ','): string {
  const minutes = Math.floor(ms / 60_000)
  const seconds = Math.floor(ms / 1000) % 60
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:${two(seconds)}${separator}${three(ms % 1000)}`
}

/** Formats integer milliseconds for people, in whole seconds rounded down: `0:07`, `12:30`, `1:02:03`. */
export function formatShortClock(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  const seconds = two(Math.floor(ms / 1000) % 60)
  return minutes < 60 ? `${minutes}:${seconds}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${seconds}`
}
