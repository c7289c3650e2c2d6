import { parsePlainClock } from '../../clock'
import { ARROW_END, hasBrokenTimings, parseCueTimings } from '../../parsing/cue-timings'
import { lineEndAfter, lineStartBefore, nextLineStart } from '../../text/white-space'

/**
 * A line with the times of a cue: its position, where the cue's text begins (on the same line or the next), and the counter on it.
 * `startMs` is null when the times can't be parsed.
 */
export type FoundTimings = {
  lineStart: number
  lineEnd: number
  textStart: number
  startMs: number | null
  endMs: number
  counter: number | null
}

const PLAIN_LENGTH = 'HH:MM:SS,mmm --> HH:MM:SS,mmm'.length
const LINE_FEED = 10
const SPACE = 32
const DASH = 45
const EN_DASH = 0x2013
const EM_DASH = 0x2014
const MINUS = 0x2212
const DASHED_ENDS = '>＞&'

/** Whether a sign ends an arrow: it is one, or a dash is before it, with at most one space between them. */
function endsArrow(text: string, index: number): boolean {
  if (!DASHED_ENDS.includes(text.charAt(index))) return true
  const before = text.charCodeAt(index - 1)
  const dash = before === SPACE ? text.charCodeAt(index - 2) : before
  return dash === DASH || dash === EN_DASH || dash === EM_DASH || dash === MINUS
}

/** Parses a line that is exactly `HH:MM:SS,mmm --> HH:MM:SS,mmm` with its `>` at `arrowEnd`; false for any other line. */
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
  found.counter = null
  return true
}

function parseLine(text: string, lineStart: number, lineEnd: number, found: FoundTimings): boolean {
  const line = text.slice(lineStart, lineEnd)
  const timings = parseCueTimings(line)
  if (!timings && !hasBrokenTimings(line)) return false
  const { startMs, endMs, counter, rest } = timings ?? { startMs: null, endMs: 0, counter: null, rest: '' }
  found.lineStart = lineStart
  found.lineEnd = lineEnd
  found.textStart = rest.trim() === '' ? nextLineStart(text, lineEnd) : lineEnd - rest.length
  found.startMs = startMs
  found.endMs = endMs
  found.counter = counter
  return true
}

/** Where the next sign that may end an arrow begins; -1 when there is none. */
function nextArrowEnd(text: string, from: number): number {
  ARROW_END.lastIndex = from
  if (!ARROW_END.test(text)) return -1
  const last = ARROW_END.lastIndex - 1
  return text.charAt(last) === ';' ? last - 3 : last
}

/**
 * Finds the next line with the times of a cue from `position` on, which is the beginning or end of a line. Lines end in line feeds.
 * Fills `found` and returns true if there is one: an object for each cue would be most of the parser's garbage.
 */
export function findSrtTimings(text: string, position: number, found: FoundTimings): boolean {
  let arrowEnd = nextArrowEnd(text, position)
  while (arrowEnd !== -1) {
    let searched = arrowEnd + 1
    if (endsArrow(text, arrowEnd)) {
      const lineStart = lineStartBefore(text, position, arrowEnd)
      if (parsePlainLine(text, lineStart, arrowEnd, found)) return true
      searched = lineEndAfter(text, arrowEnd)
      if (parseLine(text, lineStart, searched, found)) return true
    }
    arrowEnd = nextArrowEnd(text, searched)
  }
  return false
}
