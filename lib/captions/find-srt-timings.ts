import { lineEndAfter, lineStartBefore, nextLineStart } from '@/lib/captions/line-ends'
import { parseSrtTimings } from '@/lib/captions/parse-srt-timings'
import { readPlainClock } from '@/lib/captions/read-plain-clock'

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

/** The times of a line of exactly `HH:MM:SS,mmm --> HH:MM:SS,mmm`, whose `>` is at `arrowEnd`; null for another line. */
function readPlainLine(text: string, lineStart: number, arrowEnd: number): FoundTimings | null {
  const lineEnd = lineStart + PLAIN_LENGTH
  const isPlain =
    arrowEnd === lineStart + 15 && text.startsWith(' --> ', lineStart + 12) && lineEndAfter(text, lineEnd) === lineEnd
  if (!isPlain) return null
  const startMs = readPlainClock(text, lineStart)
  const endMs = readPlainClock(text, lineStart + 17)
  if (startMs < 0 || endMs < 0) return null
  return { lineStart, lineEnd, textStart: nextLineStart(text, lineEnd), startMs, endMs }
}

function readLine(text: string, lineStart: number, lineEnd: number): FoundTimings | null {
  const line = text.slice(lineStart, lineEnd)
  const textStart = nextLineStart(text, lineEnd)
  const timings = parseSrtTimings(line)
  if (!timings) return BROKEN_TIMINGS.test(line) ? { lineStart, lineEnd, textStart, startMs: null, endMs: 0 } : null
  const { startMs, endMs, rest } = timings
  return { lineStart, lineEnd, textStart: rest.trim() === '' ? textStart : lineEnd - rest.length, startMs, endMs }
}

/** Finds the next line with a cue's times in a text from `position` on, which is where a line begins or ends. */
export function findSrtTimings(text: string, position: number): FoundTimings | null {
  let arrowEnd = text.indexOf('>', position)
  while (arrowEnd !== -1) {
    let searched = arrowEnd + 1
    if (endsArrow(text, arrowEnd)) {
      const lineStart = lineStartBefore(text, position, arrowEnd)
      const plain = readPlainLine(text, lineStart, arrowEnd)
      if (plain) return plain
      searched = lineEndAfter(text, arrowEnd)
      const found = readLine(text, lineStart, searched)
      if (found) return found
    }
    arrowEnd = text.indexOf('>', searched)
  }
  return null
}
