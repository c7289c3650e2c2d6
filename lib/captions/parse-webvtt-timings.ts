import { readPlainClock } from '@/lib/captions/read-plain-clock'

// A number of two digits that isn't followed by further parts is minutes; any other first number is hours.
const TIMESTAMP = /(?:(\d+):)?([0-5]\d):([0-5]\d)\.(\d{3})(?!\d)/y
const TIMINGS_GAP = /[ \t\f]*-->[ \t\f]*/y
const LEADING_GAP = /[ \t\f]*/y
const FULL_STOP = 46
const DIGIT_SIX = 54
const PLAIN_GAP = ' --> '
const CLOCK_LENGTH = 'HH:MM:SS.mmm'.length

/** A cue's times in integer milliseconds, and where the settings that follow them begin. */
export type WebvttTimings = { startMs: number; endMs: number; settingsStart: number }

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

/** Whether minutes, seconds and the sign before the milliseconds of a plain clock are what WebVTT allows. */
function isWebvttClock(input: string, index: number): boolean {
  return (
    input.charCodeAt(index + 3) < DIGIT_SIX &&
    input.charCodeAt(index + 6) < DIGIT_SIX &&
    input.charCodeAt(index + 8) === FULL_STOP
  )
}

/** The times of a line that is `HH:MM:SS.mmm --> HH:MM:SS.mmm` and nothing else, or null. */
function readPlainLine(input: string, start: number, end: number): WebvttTimings | null {
  const second = start + CLOCK_LENGTH + PLAIN_GAP.length
  if (end !== second + CLOCK_LENGTH || !input.startsWith(PLAIN_GAP, start + CLOCK_LENGTH)) return null
  if (!isWebvttClock(input, start) || !isWebvttClock(input, second)) return null
  const startMs = readPlainClock(input, start)
  const endMs = readPlainClock(input, second)
  return startMs < 0 || endMs < 0 ? null : { startMs, endMs, settingsStart: end }
}

/**
 * Reads a line of a text with a cue's times: integer milliseconds, and where its settings begin; null when it is none.
 * @see https://www.w3.org/TR/webvtt1/#collect-webvtt-cue-timings-and-settings
 */
export function parseWebvttTimings(input: string, lineStart: number, lineEnd: number): WebvttTimings | null {
  const plain = readPlainLine(input, lineStart, lineEnd)
  if (plain) return plain
  LEADING_GAP.lastIndex = lineStart
  LEADING_GAP.test(input)
  const start = collectWebvttTimestamp(input, LEADING_GAP.lastIndex)
  if (!start) return null
  TIMINGS_GAP.lastIndex = start.end
  if (!TIMINGS_GAP.test(input)) return null
  const end = collectWebvttTimestamp(input, TIMINGS_GAP.lastIndex)
  return end && { startMs: start.ms, endMs: end.ms, settingsStart: end.end }
}
