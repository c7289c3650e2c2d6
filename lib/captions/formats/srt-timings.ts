import { parsePlainClock } from '../clock'
import { lineEndAfter, lineStartBefore, nextLineStart } from '../text/white-space'

/**
 * A line with the times of a cue: its position, and where the cue's text begins (on the same line or the next). `startMs` is null
 * when the times can't be parsed.
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
 * Finds the next line with the times of a cue from `position` on, which is the beginning or end of a line. Lines end in line feeds.
 * Fills `found` and returns true if there is one: an object for each cue would be most of the parser's garbage.
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

const STAMP = String.raw`(-?)(?:(\d{1,6}) ?[:：] ?)?(\d{1,2}) ?[:：] ?(\d{1,2})(?: ?[,.:，．] ?(\d{1,3})\d{0,6})?`
const TIMINGS = new RegExp(
  String.raw`^[ \t]{0,16}${STAMP}[ \t]{0,8}[-–—]{1,3} ?>[ \t]{0,8}${STAMP}(?:[ \t](.*))?$`,
  'u',
)
const LAYOUT = /^[ \t]*(?:[XY][12]|align|line|position|region|size|vertical):\S/i

/** Negative times become 0. */
function toMs(parts: ReadonlyArray<string | undefined>): number {
  const [sign, hours = '0', minutes = '0', seconds = '0', fraction = ''] = parts
  if (sign === '-') return 0
  return Number(hours) * 3_600_000 + Number(minutes) * 60_000 + Number(seconds) * 1000 + Number(fraction.padEnd(3, '0'))
}

/**
 * Parses the line with the times of an SRT cue as files have it: `,`, `.`, `:` or no fraction of one or more digits, hours of any
 * size or none, spaces between the parts, other arrows. Returns integer milliseconds and the text that follows on the line ('' for
 * layout coordinates); null for any other line.
 */
export function parseSrtTimings(line: string): { startMs: number; endMs: number; rest: string } | null {
  const match = line.includes('>') ? TIMINGS.exec(line) : null
  if (!match) return null
  const rest = match[11] ?? ''
  return { startMs: toMs(match.slice(1, 6)), endMs: toMs(match.slice(6, 11)), rest: LAYOUT.test(rest) ? '' : rest }
}
