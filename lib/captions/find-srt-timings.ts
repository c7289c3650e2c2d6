import { lineEndAfter, lineStartBefore, nextLineStart } from '@/lib/captions/line-ends'
import { parsePlainClock } from '@/lib/captions/parse-plain-clock'
import { parseSrtTimings } from '@/lib/captions/parse-srt-timings'

/**
 * A line with a cue's times: where it stands, and where the cue's text begins (on the same line, or the next).
 * `startMs` is null where the times can't be read.
 */
export type FoundTimings = {
  lineStart: number
  lineEnd: number
  textStart: number
  startMs: number | null
  endMs: number
}

const BROKEN_TIMINGS = /^\s{0,16}-?\d{1,6} ?[:：].{0,40}-->/u
const PLAIN_LENGTH = 'HH:MM:SS,mmm --> HH:MM:SS,mmm'.length
const LINE_FEED = 10
const SPACE = 32
const DASH = 45
const EN_DASH = 0x2013
const EM_DASH = 0x2014

/** Whether a `>` ends an arrow: a dash is before it, with at most one space between them. */
function endsArrow(text: string, index: number): boolean {
  const before = text.charCodeAt(index - 1)
  const dash = before === SPACE ? text.charCodeAt(index - 2) : before
  return dash === DASH || dash === EN_DASH || dash === EM_DASH
}

/** Reads a line of exactly `HH:MM:SS,mmm --> HH:MM:SS,mmm`, whose `>` is at `arrowEnd`; false for another line. */
function parsePlainLine(text: string, lineStart: number, arrowEnd: number, found: FoundTimings): boolean {
  const lineEnd = lineStart + PLAIN_LENGTH
  if (arrowEnd !== lineStart + 15 || !text.startsWith(' --> ', lineStart + 12)) return false
  if (text.charCodeAt(lineEnd) !== LINE_FEED && lineEnd !== text.length) return false
  const startMs = parsePlainClock(text, lineStart)
  const endMs = parsePlainClock(text, lineStart + 17)
  if (startMs < 0 || endMs < 0) return false
  found.lineStart = lineStart
  found.lineEnd = lineEnd
  found.textStart = Math.min(lineEnd + 1, text.length)
  found.startMs = startMs
  found.endMs = endMs
  return true
}

function parseLine(text: string, lineStart: number, lineEnd: number, found: FoundTimings): boolean {
  const line = text.slice(lineStart, lineEnd)
  const timings = parseSrtTimings(line)
  if (!timings && !BROKEN_TIMINGS.test(line)) return false
  const { startMs, endMs, rest } = timings ?? { startMs: null, endMs: 0, rest: '' }
  found.lineStart = lineStart
  found.lineEnd = lineEnd
  found.textStart = rest.trim() === '' ? nextLineStart(text, lineEnd) : lineEnd - rest.length
  found.startMs = startMs
  found.endMs = endMs
  return true
}

/**
 * Finds the next line with a cue's times in a text from `position` on, which is where a line begins or ends. Lines end in
 * line feeds. Fills `found` and gives true where there is one: an object for each would be most of a parser's garbage.
 */
export function findSrtTimings(text: string, position: number, found: FoundTimings): boolean {
  let arrowEnd = text.indexOf('>', position)
  while (arrowEnd !== -1) {
    let searched = arrowEnd + 1
    if (endsArrow(text, arrowEnd)) {
      const lineStart = lineStartBefore(text, position, arrowEnd)
      if (parsePlainLine(text, lineStart, arrowEnd, found)) return true
      searched = lineEndAfter(text, arrowEnd)
      if (parseLine(text, lineStart, searched, found)) return true
    }
    arrowEnd = text.indexOf('>', searched)
  }
  return false
}
