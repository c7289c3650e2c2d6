import { formatClock } from '@/lib/captions/format-clock'
import { appendText, appendUnit, reserve, type TextBuffer } from '@/lib/captions/text-buffer'

const ZERO = 0x30
const COLON = 0x3a
const LINE_FEED = 0x0a
const CLOCK_LENGTH = 'HH:MM:SS.mmm'.length
const ARROW = Array.from(' --> ', (sign) => sign.charCodeAt(0))
const HUNDRED_HOURS_MS = 360_000_000

/** Writes a number of two digits. */
function writeTwo(units: Uint16Array, at: number, value: number): void {
  const tens = (value / 10) | 0
  units[at] = ZERO + tens
  units[at + 1] = ZERO + value - tens * 10
}

/** Appends a time as `formatClock` formats it. */
function appendClock(buffer: TextBuffer, ms: number, separator: '.' | ','): void {
  if (!Number.isInteger(ms) || ms < 0 || ms >= HUNDRED_HOURS_MS) {
    appendText(buffer, formatClock(ms, separator))
    return
  }
  reserve(buffer, CLOCK_LENGTH)
  const { units, length } = buffer
  // What fits in 32 bits is divided much faster so than by `Math.floor`.
  const seconds = (ms / 1000) | 0
  const minutes = (seconds / 60) | 0
  const hours = (minutes / 60) | 0
  const thousandths = ms - seconds * 1000
  const tenths = (thousandths / 100) | 0
  writeTwo(units, length, hours)
  units[length + 2] = COLON
  writeTwo(units, length + 3, minutes - hours * 60)
  units[length + 5] = COLON
  writeTwo(units, length + 6, seconds - minutes * 60)
  units[length + 8] = separator.charCodeAt(0)
  units[length + 9] = ZERO + tenths
  writeTwo(units, length + 10, thousandths - tenths * 100)
  buffer.length = length + CLOCK_LENGTH
}

/** Appends the line with a cue's times in integer milliseconds: `HH:MM:SS.mmm --> HH:MM:SS.mmm` (WebVTT), or with `,` (SRT). */
export function appendCueTimes(buffer: TextBuffer, startMs: number, endMs: number, separator: '.' | ','): void {
  appendClock(buffer, startMs, separator)
  for (const code of ARROW) appendUnit(buffer, code)
  appendClock(buffer, endMs, separator)
  appendUnit(buffer, LINE_FEED)
}
