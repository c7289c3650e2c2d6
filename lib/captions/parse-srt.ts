import { MAX_CUES } from '@/lib/captions/caption-bounds'
import type { Cue, ParsedCues } from '@/lib/captions/cue'
import { parseSrtTimings } from '@/lib/captions/parse-srt-timings'
import { plainSrtText } from '@/lib/captions/srt-text'

/** A cue with its lines unread; `counter` is the number on the last line before its times, if that is one. */
type RawCue = { startMs: number; endMs: number; lines: string[]; counter: number | null }

const COUNTER = /^\s*(\d{1,9})\s*$/
const BROKEN_TIMINGS = /^\s{0,16}-?\d{1,6} ?[:：].{0,40}-->/u

const isBlank = (line: string | undefined) => line === undefined || line.trim() === ''

function lastFilled(lines: readonly string[]): number {
  let index = lines.length - 1
  while (index >= 0 && isBlank(lines[index])) index -= 1
  return index
}

function counterOf(line: string | undefined): number | null {
  const digits = COUNTER.exec(line ?? '')?.[1]
  return digits === undefined ? null : Number(digits)
}

/**
 * Takes the next cue's counter from the end of a cue's lines. A number is a counter when it stands alone, goes on
 * counting, or stands between a blank line and the times; else it is text.
 */
function dropNextCounter(cue: RawCue, next: RawCue): void {
  const index = lastFilled(cue.lines)
  if (index < 0 || next.counter === null) return
  const touchesTimes = index === cue.lines.length - 1
  const goesOn = cue.counter !== null && next.counter === cue.counter + 1
  if (goesOn || (touchesTimes && isBlank(cue.lines[index - 1]))) cue.lines.length = index
}

function collect(text: string): { raw: RawCue[]; broken: number } {
  const raw: RawCue[] = []
  let lines: string[] = []
  let broken = 0
  for (const line of text.split(/\r\n|[\n\r]/)) {
    const timings = parseSrtTimings(line)
    if (timings) {
      const counter = counterOf(lines[lastFilled(lines)])
      lines = timings.rest.trim() === '' ? [] : [timings.rest]
      raw.push({ startMs: timings.startMs, endMs: timings.endMs, lines, counter })
    } else if (BROKEN_TIMINGS.test(line)) {
      broken += 1
      lines = []
    } else lines.push(line)
  }
  return { raw, broken }
}

function toCue({ startMs, endMs, lines }: RawCue): Cue {
  const text = lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
  return { startMs, endMs, text: plainSrtText(text) }
}

/**
 * Reads an SRT file as SRT is found in the wild: with or without counters, any line ends, blank lines missing between
 * cues or standing inside one. Gives the cues in the order of the file; a cue whose end is before its start is kept as
 * it is. `dropped` counts cues with unreadable times and those beyond `MAX_CUES`. Never throws. Linear time.
 */
export function parseSrt(text: string): ParsedCues {
  const { raw, broken } = collect(text.startsWith('\ufeff') ? text.slice(1) : text)
  const counted = raw.filter((cue) => cue.counter !== null).length * 2 >= raw.length
  const cues: Cue[] = []
  for (const [index, cue] of raw.entries()) {
    if (cues.length === MAX_CUES) break
    const next = raw[index + 1]
    if (counted && next) dropNextCounter(cue, next)
    cues.push(toCue(cue))
  }
  return { cues, dropped: broken + raw.length - cues.length }
}
