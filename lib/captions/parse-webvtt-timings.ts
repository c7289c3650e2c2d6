// A number of two digits that isn't followed by further parts is minutes; any other first number is hours.
const TIMESTAMP = /(?:(\d+):)?([0-5]\d):([0-5]\d)\.(\d{3})(?!\d)/y
const TIMINGS_GAP = /[ \t\f]*-->[ \t\f]*/y

/**
 * Collects a WebVTT timestamp that begins at `index`. Gives integer milliseconds and where it ends, or null.
 * @see https://www.w3.org/TR/webvtt1/#collect-a-webvtt-timestamp
 */
export function collectWebvttTimestamp(line: string, index: number): { ms: number; end: number } | null {
  TIMESTAMP.lastIndex = index
  const match = TIMESTAMP.exec(line)
  if (!match) return null
  const [, hours = '0', minutes, seconds, thousandths] = match
  const ms = Number(hours) * 3_600_000 + Number(minutes) * 60_000 + Number(seconds) * 1000 + Number(thousandths)
  return { ms, end: TIMESTAMP.lastIndex }
}

/**
 * Reads the line with a cue's times: integer milliseconds, and its settings as they stand there; null when it is none.
 * @see https://www.w3.org/TR/webvtt1/#collect-webvtt-cue-timings-and-settings
 */
export function parseWebvttTimings(line: string): { startMs: number; endMs: number; settings: string } | null {
  const start = collectWebvttTimestamp(line, line.search(/[^ \t\f]/))
  if (!start) return null
  TIMINGS_GAP.lastIndex = start.end
  if (!TIMINGS_GAP.test(line)) return null
  const end = collectWebvttTimestamp(line, TIMINGS_GAP.lastIndex)
  return end && { startMs: start.ms, endMs: end.ms, settings: line.slice(end.end).trim() }
}
