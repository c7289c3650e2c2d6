import { MAX_CUES } from '@/lib/captions/caption-bounds'
import type { Cue, ParsedCues } from '@/lib/captions/cue'
import { findSrtTimings } from '@/lib/captions/find-srt-timings'
import { trimmedEnd } from '@/lib/captions/is-white-space'
import { lineStartBefore, nextLineStart } from '@/lib/captions/line-ends'
import { readSrtText } from '@/lib/captions/read-srt-text'

/** Lines that belong together: where they begin, where the line after them begins, and what stands at their end. */
type Lines = { from: number; to: number; end: number; lastLineStart: number; number: number | null }

/** A cue whose text may end in the next one's counter, and its own counter. */
type OpenCue = { startMs: number; endMs: number; counter: number | null; lines: Lines | null }

type Collected = { cues: Cue[]; count: number; broken: number; counters: number; dropsCounters: boolean }

const isDigit = (code: number) => code >= 48 && code <= 57

/** Looks at the end of lines: `end` is where white space follows only, `number` what the last filled line is, if one. */
function toLines(text: string, from: number, to: number): Lines {
  const end = trimmedEnd(text, from, to)
  const lastLineStart = lineStartBefore(text, from, end)
  let start = end
  while (start > lastLineStart && end - start < 10 && isDigit(text.charCodeAt(start - 1))) start -= 1
  const isNumber = start < end && end - start < 10 && trimmedEnd(text, lastLineStart, start) === lastLineStart
  return { from, to, end, lastLineStart, number: isNumber ? Number(text.slice(start, end)) : null }
}

/**
 * Whether the number at the end of a cue's lines is the next cue's counter. A number is a counter when it stands alone,
 * goes on counting, or stands between a blank line and the times; else it is text.
 */
function endInCounter(text: string, lines: Lines, counter: number | null, nextCounter: number): boolean {
  const { from, to, end, lastLineStart } = lines
  if (end === from) return false
  if (counter !== null && nextCounter === counter + 1) return true
  if (nextLineStart(text, end) !== to) return false
  const endBefore = trimmedEnd(text, from, lastLineStart)
  return endBefore === from || nextLineStart(text, endBefore) !== lastLineStart
}

function collect(text: string, hasCounters: boolean): Collected {
  const collected = { cues: [] as Cue[], count: 0, broken: 0, counters: 0, dropsCounters: false }
  const close = (cue: OpenCue, lines: Lines, nextCounter: number | null) => {
    if (collected.cues.length === MAX_CUES) return
    const drops = hasCounters && nextCounter !== null && endInCounter(text, lines, cue.counter, nextCounter)
    if (drops) collected.dropsCounters = true
    const end = drops ? lines.lastLineStart : lines.end
    collected.cues.push({ startMs: cue.startMs, endMs: cue.endMs, text: readSrtText(text, lines.from, end) })
  }
  let open: OpenCue | null = null
  let from = text.startsWith('\ufeff') ? 1 : 0
  let found = findSrtTimings(text, from)
  while (found) {
    const lines = toLines(text, from, found.lineStart)
    from = found.textStart
    if (found.startMs === null) {
      collected.broken += 1
      if (open) open.lines ??= lines
    } else {
      if (open) close(open, open.lines ?? lines, lines.number)
      const { startMs, endMs } = found
      open = { startMs, endMs, counter: lines.number, lines: null }
      collected.count += 1
      if (lines.number !== null) collected.counters += 1
    }
    found = findSrtTimings(text, found.lineEnd)
  }
  if (open) close(open, open.lines ?? toLines(text, from, text.length), null)
  return collected
}

/**
 * Reads an SRT file as SRT is found in the wild: with or without counters, any line ends, blank lines missing between
 * cues or standing inside one. Gives the cues in the order of the file; a cue whose end is before its start is kept as
 * it is. `dropped` counts cues with unreadable times and those beyond `MAX_CUES`. Never throws. Linear time.
 */
export function parseSrt(text: string): ParsedCues {
  let collected = collect(text, true)
  // Numbers taken for counters are text in a file that mostly has none.
  if (collected.dropsCounters && collected.counters * 2 < collected.count) collected = collect(text, false)
  return { cues: collected.cues, dropped: collected.broken + collected.count - collected.cues.length }
}
