import { MAX_CUES } from '@/lib/captions/caption-bounds'
import type { Cue, ParsedCues } from '@/lib/captions/cue'
import { type FoundTimings, findSrtTimings } from '@/lib/captions/find-srt-timings'
import { trimmedEnd } from '@/lib/captions/is-white-space'
import { lineStartBefore, nextLineStart, toLineFeeds } from '@/lib/captions/line-ends'
import { parseSrtText } from '@/lib/captions/parse-srt-text'

type Collected = { cues: Cue[]; count: number; broken: number; counters: number; dropsCounters: boolean }

const NO_NUMBER = -1

const isDigit = (code: number) => code >= 48 && code <= 57

/** The number of up to nine digits that the line between two places is, apart from white space before it; -1 for another line. */
function lineNumber(text: string, lineStart: number, end: number): number {
  let number = 0
  let start = end
  for (let unit = 1; start > lineStart && unit <= 1e9 && isDigit(text.charCodeAt(start - 1)); unit *= 10) {
    start -= 1
    number += (text.charCodeAt(start) - 48) * unit
  }
  const isNumber = start < end && end - start < 10 && trimmedEnd(text, lineStart, start) === lineStart
  return isNumber ? number : NO_NUMBER
}

/** The number in the last filled line between two places of the text; -1 when that is no number. */
function lastNumber(text: string, from: number, to: number): number {
  const end = trimmedEnd(text, from, to)
  return lineNumber(text, lineStartBefore(text, from, end), end)
}

/**
 * Whether the number at the end of a cue's lines, which is in the line from `lastLineStart` to `end`, is the next cue's
 * counter. It is where it stands alone, goes on counting, or stands between a blank line and the times; else it is text.
 */
function isCounter(text: string, from: number, to: number, lastLineStart: number, end: number): boolean {
  if (nextLineStart(text, end) !== to) return false
  const endBefore = trimmedEnd(text, from, lastLineStart)
  return endBefore === from || nextLineStart(text, endBefore) !== lastLineStart
}

/** Where a cue's lines end that stand between two places: before the next cue's counter, where that is among them. */
function linesEnd(text: string, from: number, to: number, counter: number, nextCounter: number): number {
  const end = trimmedEnd(text, from, to)
  if (nextCounter === NO_NUMBER || end === from) return to
  const lastLineStart = lineStartBefore(text, from, end)
  const goesOn = counter !== NO_NUMBER && nextCounter === counter + 1
  return goesOn || isCounter(text, from, to, lastLineStart, end) ? lastLineStart : to
}

function collect(text: string, hasCounters: boolean): Collected {
  const collected = { cues: [] as Cue[], count: 0, broken: 0, counters: 0, dropsCounters: false }
  const found: FoundTimings = { lineStart: 0, lineEnd: 0, textStart: 0, startMs: 0, endMs: 0 }
  const open = { cue: null as Cue | null, counter: NO_NUMBER, textStart: 0, cutAt: -1 }
  const close = (to: number, nextCounter: number) => {
    if (!open.cue) return
    const cutAt = open.cutAt === -1 ? to : open.cutAt
    const end = hasCounters ? linesEnd(text, open.textStart, cutAt, open.counter, nextCounter) : cutAt
    if (end < cutAt) collected.dropsCounters = true
    open.cue.text = parseSrtText(text, open.textStart, end)
  }
  let from = 0
  for (let position = 0; findSrtTimings(text, position, found); position = found.lineEnd) {
    const { startMs, endMs, lineStart, textStart } = found
    if (startMs === null) {
      collected.broken += 1
      if (open.cutAt === -1) open.cutAt = lineStart
    } else {
      const counter = lastNumber(text, from, lineStart)
      close(lineStart, counter)
      open.cue = collected.cues.length < MAX_CUES ? { startMs, endMs, text: '' } : null
      if (open.cue) collected.cues.push(open.cue)
      open.counter = counter
      open.textStart = textStart
      open.cutAt = -1
      collected.count += 1
      if (counter !== NO_NUMBER) collected.counters += 1
    }
    from = textStart
  }
  close(text.length, NO_NUMBER)
  return collected
}

/**
 * Reads an SRT file as SRT is found in the wild: with or without counters, any line ends, blank lines missing between
 * cues or standing inside one. Gives the cues in the order of the file; a cue whose end is before its start is kept as
 * it is. `dropped` counts cues with unreadable times and those beyond `MAX_CUES`. Never throws. Linear time.
 */
export function parseSrt(text: string): ParsedCues {
  const lines = toLineFeeds(text)
  let collected = collect(lines, true)
  // Numbers taken for counters are text in a file that mostly has none.
  if (collected.dropsCounters && collected.counters * 2 < collected.count) collected = collect(lines, false)
  return { cues: collected.cues, dropped: collected.broken + collected.count - collected.cues.length }
}
