import type { Segment } from '@/lib/captions/cue'
import { isWhiteSpace } from '@/lib/captions/is-white-space'
import { wrapLines } from '@/lib/captions/wrap-lines'

/** What stands on the screen at a time. */
export type ScreenCue = { startMs: number; endMs: number; lines: string[] }

const LINES_PER_CUE = 2

// Five sixths of a second.
const SHORTEST_CUE_MS = 834

function countLetters(text: string): number {
  let count = 0
  for (let index = 0; index < text.length; index++) if (!isWhiteSpace(text.charCodeAt(index))) count += 1
  return count
}

/**
 * When the letter at each of these offsets (white space not counted, ascending) is said, by the starts of the words.
 * Null where the segment's words aren't its text.
 */
function wordTimesAt({ endMs, words = [] }: Segment, offsets: readonly number[], letters: number): number[] | null {
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

/** Lines in pages of two; of more where the segment is too short to give each page a millisecond. */
function toPages({ startMs, endMs }: Segment, lines: readonly string[]): string[][] {
  const count = Math.max(1, Math.min(Math.ceil(lines.length / LINES_PER_CUE), endMs - startMs))
  const perPage = Math.ceil(lines.length / count)
  const pages: string[][] = []
  for (let first = 0; first < lines.length; first += perPage) pages.push(lines.slice(first, first + perPage))
  return pages
}

/** Cuts a segment's lines into cues: where its words say, else in proportion, but none too short to be read if that can be. */
function splitSegment(segment: Segment, lines: readonly string[]): ScreenCue[] {
  const { startMs, endMs } = segment
  const pages = toPages(segment, lines)
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

/**
 * Lays a segment out for a screen: cues of at most two lines (see `wrapLines`). A longer text becomes several cues that
 * fill the segment's time without a gap, cut where its words say, else in proportion. A segment without text gives none.
 */
export function layOutSegment(segment: Segment): ScreenCue[] {
  const lines = wrapLines(segment.text)
  if (lines.length > LINES_PER_CUE) return splitSegment(segment, lines)
  return lines.length > 0 ? [{ startMs: segment.startMs, endMs: segment.endMs, lines }] : []
}
