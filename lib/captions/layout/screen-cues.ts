import type { Segment } from '../cue'
import { isAllOf, NARROW } from '../text/character-kinds'
import { isWhiteSpace } from '../text/white-space'
import { displayColumns } from './columns'
import { limitsOf } from './script-limits'
import { SHORTEST_CUE_MS, USUAL_LAYOUT } from './subtitle-layout'
import { wrapLines } from './wrap-lines'

export type ScreenCue = { startMs: number; endMs: number; lines: string[] }

const { maxLines: LINES_PER_CUE, maxMs: LONGEST_CUE_MS } = USUAL_LAYOUT

/** A cue has at least so many letters, however long it is shown. */
export const FEWEST_LETTERS = 8
const MAX_TRIES = 3

export function countLetters(text: string): number {
  let count = 0
  for (let index = 0; index < text.length; index++) if (!isWhiteSpace(text.charCodeAt(index))) count += 1
  return count
}

/**
 * When the letter at each of these ascending offsets (not counting white space) is spoken, by the starts of the words.
 * Null if the words of the segment are not its text.
 */
export function wordTimesAt(
  { endMs, words = [] }: Segment,
  offsets: readonly number[],
  letters: number,
): number[] | null {
  const wordEnds: number[] = []
  let covered = 0
  for (const word of words) {
    covered += countLetters(word.text)
    wordEnds.push(covered)
  }
  if (covered !== letters) return null
  let index = 0
  return offsets.map((offset) => {
    while ((wordEnds[index] ?? letters) <= offset) index += 1
    return words[index]?.startMs ?? endMs
  })
}

/** Distributes lines over `wanted` pages; over fewer if the segment is too short to give each page a millisecond. */
function toPages({ startMs, endMs }: Segment, lines: readonly string[], wanted: number): string[][] {
  const count = Math.max(1, Math.min(wanted, endMs - startMs))
  const perPage = Math.ceil(lines.length / count)
  const pages: string[][] = []
  for (let first = 0; first < lines.length; first += perPage) pages.push(lines.slice(first, first + perPage))
  return pages
}

/** Splits the lines of a segment into cues, by word times or in proportion, none too short to read if possible. */
function splitSegment(segment: Segment, lines: readonly string[], count: number): ScreenCue[] {
  const { startMs, endMs } = segment
  const pages = toPages(segment, lines, count)
  const offsets: number[] = []
  let letters = 0
  for (const page of pages) {
    offsets.push(letters)
    for (const line of page) letters += countLetters(line)
  }
  const wordTimes = wordTimesAt(segment, offsets, letters)
  const times = wordTimes ?? offsets.map((offset) => startMs + Math.round(((endMs - startMs) * offset) / letters))
  const shortestMs = wordTimes
    ? 1
    : Math.max(1, Math.min(SHORTEST_CUE_MS, Math.floor((endMs - startMs) / pages.length)))
  let from = startMs
  return pages.map((page, index) => {
    const remaining = pages.length - index - 1
    const wanted = times[index + 1] ?? endMs
    const to = remaining === 0 ? endMs : Math.min(Math.max(wanted, from + shortestMs), endMs - remaining * shortestMs)
    const cue = { startMs: from, endMs: to, lines: page }
    from = to
    return cue
  })
}

const isShort = ({ startMs, endMs }: Pick<Segment, 'startMs' | 'endMs'>) => endMs - startMs <= LONGEST_CUE_MS

/** Splits a segment that lasts longer than a cue may into as many cues as needed, as far as it has text for them. */
function splitLongSegment(segment: Segment, lines: readonly string[], maxColumns: number | null): ScreenCue[] {
  const byLines = Math.ceil(lines.length / LINES_PER_CUE)
  const most = Math.max(byLines, Math.floor(countLetters(segment.text) / FEWEST_LETTERS))
  const byTime = Math.ceil((segment.endMs - segment.startMs) / LONGEST_CUE_MS)
  let count = Math.min(most, Math.max(byLines, byTime))
  for (let tries = 1; ; tries++) {
    const cues = splitSegment(segment, count > byLines ? wrapLines(segment.text, count, maxColumns) : lines, count)
    // The parts have unequal lengths, so one of them may still be too long.
    if (count === most || tries === MAX_TRIES || cues.every(isShort)) return cues
    count = Math.min(most, Math.ceil(count * 1.3))
  }
}

/** The cues of a segment with lines of at most `maxColumns`, or of as many as its whole text may have. */
function layOutWithin(segment: Segment, maxColumns: number | null): ScreenCue[] {
  const lines = wrapLines(segment.text, 1, maxColumns)
  if (lines.length > 0 && !isShort(segment)) return splitLongSegment(segment, lines, maxColumns)
  if (lines.length > LINES_PER_CUE) return splitSegment(segment, lines, Math.ceil(lines.length / LINES_PER_CUE))
  return lines.length > 0 ? [{ startMs: segment.startMs, endMs: segment.endMs, lines }] : []
}

/** The narrowest limit that a cue exceeds, by the script of what it shows; null if all keep theirs. */
function exceededLimit(cues: readonly ScreenCue[]): number | null {
  let narrowest: number | null = null
  for (const { lines } of cues) {
    const { lineColumns } = limitsOf(lines.join(' '))
    const isExceeded = lines.some((line) => displayColumns(line) > lineColumns)
    if (isExceeded && lineColumns < (narrowest ?? Number.POSITIVE_INFINITY)) narrowest = lineColumns
  }
  return narrowest
}

/**
 * Lays a segment out for a screen: cues of at most two lines (see `wrapLines`) and seven seconds. A longer segment
 * becomes several cues that fill its time without a gap, split by the times of its words, else in proportion. A segment
 * without text has no cue.
 */
export function layOutSegment(segment: Segment): ScreenCue[] {
  let cues = layOutWithin(segment, null)
  if (cues.length < 2 || isAllOf(segment.text, NARROW)) return cues
  // A part of a text may be in another script than the whole. Each limit is narrower than the one before.
  for (let limit = exceededLimit(cues); limit !== null; limit = exceededLimit(cues)) cues = layOutWithin(segment, limit)
  return cues
}
