import { formatClock } from '../clock'
import type { Segment } from '../cue'
import { kindOf, NARROW, SIGN, SPACE, TIDY } from '../text/character-kinds'
import {
  appendText,
  appendUnit,
  newTextBuffer,
  readBuffer,
  reserve,
  type TextBuffer,
  writeText,
} from '../text/text-buffer'
import { fitCues, toScreenCue } from './fit-cues'
import { layOutSegment, type ScreenCue } from './screen-cues'
import { SCRIPT_LIMITS } from './script-limits'
import { type SubtitleLayout, USUAL_LAYOUT } from './subtitle-layout'
import { endsInArticle } from './wrap-lines'

/** The options of subtitle renderers: the names of speakers by id, and a layout other than the usual one. */
export type SubtitleOptions = { names?: ReadonlyMap<string, string> | undefined; layout?: SubtitleLayout | undefined }

/** How a format renders its header, the head of a cue, and a line. */
export type SubtitleFormat = {
  header: string
  /** Appends the times of the cue with this number, which counts from 1. */
  appendHead: (file: TextBuffer, number: number, startMs: number, endMs: number) => void
  /** Appends a line without its line feed, signs of the format escaped. */
  appendLine: (file: TextBuffer, line: string) => void
  /** Appends what comes before the text of each cue of a segment. */
  appendStart?: (file: TextBuffer, segment: Segment) => void
  /** Writes the lines of each cue of a segment, in their order, as the format has them; in place of `appendLine`. */
  markUp?: (segment: Segment) => (cue: ScreenCue) => string[]
}

const LINE_FEED = 10
/** The columns of a line of narrow characters. */
const LINE_COLUMNS = SCRIPT_LIMITS.other.lineColumns
// Counter, times and line feeds. The buffer grows if a cue needs more.
const HEAD_LENGTH = 48

/** The segments with the speaker's name before the text at each change of speaker, where more than one speaks. */
export function withSpeakerNames(segments: readonly Segment[], names: ReadonlyMap<string, string>): readonly Segment[] {
  if (names.size < 2) return segments
  let before: string | undefined
  return segments.map((segment) => {
    const { speaker, text } = segment
    const name = speaker === undefined || speaker === before ? undefined : names.get(speaker)
    before = speaker
    if (name === undefined) return segment
    const { words, ...rest } = segment
    // The name is said with the first word.
    const [first, ...others] = words ?? []
    const named = first ? [{ ...first, text: `${name}: ${first.text}` }, ...others] : undefined
    return { ...rest, text: `${name}: ${text}`, ...(named && { words: named }) }
  })
}

/** Renders segments as a file of cues: of at most two lines (see `layOutSegment`), or in the layout given (see `fitCues`). */
export function renderSubtitles(segments: readonly Segment[], format: SubtitleFormat, layout?: SubtitleLayout): string {
  const { header, appendHead, appendLine, appendStart, markUp } = format
  const length = segments.reduce((sum, { text }) => sum + text.length + HEAD_LENGTH, header.length)
  const file = newTextBuffer(length)
  appendText(file, header)
  let count = 0
  for (const segment of layout ? fitCues(segments, layout) : segments) {
    const start = file.length
    appendHead(file, count + 1, segment.startMs, segment.endMs)
    if (appendStart) appendStart(file, segment)
    const isShort = segment.endMs - segment.startMs <= USUAL_LAYOUT.maxMs
    if (isShort && !layout && !markUp && appendPlainLines(file, segment.text, appendLine)) {
      count += 1
      continue
    }
    file.length = start
    const linesOf = markUp?.(segment)
    for (const cue of layout ? [toScreenCue(segment, layout)] : layOutSegment(segment)) {
      count += 1
      appendHead(file, count, cue.startMs, cue.endMs)
      if (appendStart) appendStart(file, segment)
      for (const line of linesOf ? linesOf(cue) : cue.lines) {
        if (linesOf) appendText(file, line)
        else appendLine(file, line)
        appendUnit(file, LINE_FEED)
      }
    }
  }
  return readBuffer(file)
}

const ZERO = 0x30
const COLON = 0x3a
const SPACE_CODE = 0x20
const DASH = 0x2d
const GREATER_THAN = 0x3e
const CLOCK_LENGTH = 'HH:MM:SS.mmm'.length
const ARROW_LENGTH = ' --> '.length
const TIMES_LENGTH = 2 * CLOCK_LENGTH + ARROW_LENGTH + 1
const HUNDRED_HOURS_MS = 360_000_000

function writeTwo(units: Uint16Array, at: number, value: number): void {
  const tens = (value / 10) | 0
  units[at] = ZERO + tens
  units[at + 1] = ZERO + value - tens * 10
}

/** Writes a time below a hundred hours as `formatClock` formats it. */
function writeClock(units: Uint16Array, at: number, ms: number, separator: number): void {
  // For values of 32 bits this is much faster than `Math.floor`.
  const seconds = (ms / 1000) | 0
  const minutes = (seconds / 60) | 0
  const hours = (minutes / 60) | 0
  const thousandths = ms - seconds * 1000
  const tenths = (thousandths / 100) | 0
  writeTwo(units, at, hours)
  units[at + 2] = COLON
  writeTwo(units, at + 3, minutes - hours * 60)
  units[at + 5] = COLON
  writeTwo(units, at + 6, seconds - minutes * 60)
  units[at + 8] = separator
  units[at + 9] = ZERO + tenths
  writeTwo(units, at + 10, thousandths - tenths * 100)
}

const isBelowHundredHours = (ms: number) => Number.isInteger(ms) && ms >= 0 && ms < HUNDRED_HOURS_MS

/** Appends the line with the times of a cue in integer milliseconds: `HH:MM:SS.mmm --> HH:MM:SS.mmm` (WebVTT), or with `,` (SRT). */
export function appendCueTimes(buffer: TextBuffer, startMs: number, endMs: number, separator: '.' | ','): void {
  if (!isBelowHundredHours(startMs) || !isBelowHundredHours(endMs)) {
    appendText(buffer, `${formatClock(startMs, separator)} --> ${formatClock(endMs, separator)}\n`)
    return
  }
  reserve(buffer, TIMES_LENGTH)
  const { units, length } = buffer
  const arrow = length + CLOCK_LENGTH
  writeClock(units, length, startMs, separator.charCodeAt(0))
  units[arrow] = SPACE_CODE
  units[arrow + 1] = DASH
  units[arrow + 2] = DASH
  units[arrow + 3] = GREATER_THAN
  units[arrow + 4] = SPACE_CODE
  writeClock(units, arrow + ARROW_LENGTH, endMs, separator.charCodeAt(0))
  units[length + TIMES_LENGTH - 1] = LINE_FEED
  buffer.length = length + TIMES_LENGTH
}

const PLAIN = NARROW | TIDY

/**
 * Writes a text behind the end of a buffer. Returns 'plain' if it has only narrow characters and single spaces between them, 'signs'
 * if some of these may have to be escaped, else 'other'.
 */
function writePlain(buffer: TextBuffer, text: string): 'plain' | 'signs' | 'other' {
  writeText(buffer, text)
  const { units, length } = buffer
  const end = length + text.length
  // Units are read faster than the characters of a string, above all without branches.
  let missing = 0
  let some = 0
  let doubled = 0
  let before = SPACE
  for (let index = length; index < end; index++) {
    const kind = kindOf(units[index] ?? 0)
    missing |= ~kind
    some |= kind
    doubled |= kind & before
    before = kind
  }
  if ((missing & PLAIN) !== 0 || ((doubled | before) & SPACE) !== 0) return 'other'
  return (some & SIGN) === 0 ? 'plain' : 'signs'
}

/** The space at which a text written at `at` splits into the most equal lines, preferring a longer first line; or -1. */
function middleSpace(units: Uint16Array, at: number, length: number): number {
  for (let after = length >> 1, before = (length - 1) >> 1; before > 0; after++, before--) {
    if (units[at + after] === SPACE_CODE) return after
    if (units[at + before] === SPACE_CODE) return before
  }
  return -1
}

/** Moves a break that separates an article from its noun: before the article, else after the noun, if both lines fit. */
function keepArticle(text: string, space: number): number {
  if (!endsInArticle(text, space)) return space
  const before = text.lastIndexOf(' ', space - 1)
  if (before !== -1 && text.length - before - 1 <= LINE_COLUMNS && !endsInArticle(text, before)) return before
  const after = text.indexOf(' ', space + 1)
  return after !== -1 && after <= LINE_COLUMNS && !endsInArticle(text, after) ? after : space
}

/** The break of a text written at `at`: 0 if it fits on one line, -1 if it doesn't fit on two. */
function findBreak(units: Uint16Array, at: number, text: string): number {
  if (text.length <= LINE_COLUMNS) return 0
  const space = middleSpace(units, at, text.length)
  return space < 1 || space > LINE_COLUMNS || text.length - space - 1 > LINE_COLUMNS ? -1 : keepArticle(text, space)
}

/**
 * The fast path for nearly all texts: appends the lines of a text of narrow characters that fits on two lines, broken as
 * `wrapLines` breaks them, each with a line feed; lines that may need escapes by `appendLine`. Appends nothing and returns false
 * for any other text.
 */
function appendPlainLines(
  buffer: TextBuffer,
  text: string,
  appendLine: (buffer: TextBuffer, line: string) => void,
): boolean {
  if (text.length > 2 * LINE_COLUMNS + 1) return false
  const written = writePlain(buffer, text)
  const { units, length } = buffer
  const lineBreak = written === 'other' ? -1 : findBreak(units, length, text)
  if (lineBreak === -1) return false
  if (written === 'plain') {
    if (lineBreak > 0) units[length + lineBreak] = LINE_FEED
    buffer.length = length + text.length
  } else {
    if (lineBreak > 0) {
      appendLine(buffer, text.slice(0, lineBreak))
      appendUnit(buffer, LINE_FEED)
    }
    appendLine(buffer, lineBreak > 0 ? text.slice(lineBreak + 1) : text)
  }
  appendUnit(buffer, LINE_FEED)
  return true
}
