import { parsePlainClock } from '../../clock'
import { parseCueTimings } from '../../parsing/cue-timings'
import { lineEndAfter } from '../../text/white-space'

// Hours are optional and may have any number of digits.
const TIMESTAMP = /(?:(\d+):)?([0-5]\d):([0-5]\d)\.(\d{3})(?!\d)/y
const TIMINGS_GAP = /[ \t\f]*-->[ \t\f]*/y
const LEADING_GAP = /[ \t\f]*/y
const FULL_STOP = 46
const DIGIT_SIX = 54

/** A cue's times in integer milliseconds. */
export type WebvttTimings = { startMs: number; endMs: number }

/**
 * Collects the WebVTT timestamp at `index`. Returns integer milliseconds and where it ends, or null.
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

/** The milliseconds of the WebVTT timestamp at `index` where it is exactly `HH:MM:SS.mmm`, else -1. */
export function parsePlainTimestamp(input: string, index: number): number {
  const isTimestamp =
    input.charCodeAt(index + 3) < DIGIT_SIX &&
    input.charCodeAt(index + 6) < DIGIT_SIX &&
    input.charCodeAt(index + 8) === FULL_STOP
  return isTimestamp ? parsePlainClock(input, index) : -1
}

/** @see https://www.w3.org/TR/webvtt1/#collect-webvtt-cue-timings-and-settings */
function parseStandardTimings(input: string, lineStart: number): WebvttTimings | null {
  LEADING_GAP.lastIndex = lineStart
  LEADING_GAP.test(input)
  const start = collectWebvttTimestamp(input, LEADING_GAP.lastIndex)
  if (!start) return null
  TIMINGS_GAP.lastIndex = start.end
  if (!TIMINGS_GAP.test(input)) return null
  const end = collectWebvttTimestamp(input, TIMINGS_GAP.lastIndex)
  return end && { startMs: start.ms, endMs: end.ms }
}

/** Parses a line with the times of a cue, which settings may follow, as the standard does, else as files have it. Null for any other line. */
export function parseWebvttTimings(input: string, lineStart: number): WebvttTimings | null {
  const standard = parseStandardTimings(input, lineStart)
  return standard ?? parseCueTimings(input.slice(lineStart, lineEndAfter(input, lineStart)))
}
