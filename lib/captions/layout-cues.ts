import type { Segment } from '@/lib/captions/cue'
import { wrapLines } from '@/lib/captions/wrap-lines'

/** What stands on the screen at a time. */
export type ScreenCue = { startMs: number; endMs: number; lines: string[] }

const LINES_PER_CUE = 2

const countLetters = (text: string) => text.length - (text.match(/\s/g)?.length ?? 0)

/**
 * When the letter at each of these offsets (white space not counted, ascending) is said: the start of its word where
 * the words cover the text, else in proportion to the text before it.
 */
function timesAt(segment: Segment, offsets: readonly number[], letters: number): number[] {
  const { startMs, endMs, words = [] } = segment
  const wordEnds: number[] = []
  let covered = 0
  for (const word of words) {
    covered += countLetters(word.text)
    wordEnds.push(covered)
  }
  if (covered !== letters) return offsets.map((offset) => startMs + Math.round(((endMs - startMs) * offset) / letters))
  let index = 0
  return offsets.map((offset) => {
    while ((wordEnds[index] ?? letters) <= offset) index += 1
    return words[index]?.startMs ?? endMs
  })
}

/** Cuts a segment's lines into cues of two; of more where it is too short to give each a millisecond. */
function splitSegment(segment: Segment, lines: readonly string[]): ScreenCue[] {
  const { startMs, endMs } = segment
  const count = Math.max(1, Math.min(Math.ceil(lines.length / LINES_PER_CUE), endMs - startMs))
  const perCue = Math.ceil(lines.length / count)
  const pages: string[][] = []
  for (let first = 0; first < lines.length; first += perCue) pages.push(lines.slice(first, first + perCue))
  const offsets: number[] = []
  let letters = 0
  for (const page of pages) {
    offsets.push(letters)
    letters += countLetters(page.join(''))
  }
  const times = timesAt(segment, offsets, letters)
  let from = startMs
  return pages.map((page, index) => {
    const remaining = pages.length - index - 1
    const wanted = times[index + 1] ?? endMs
    const to = remaining === 0 ? endMs : Math.min(Math.max(wanted, from + 1), endMs - remaining)
    const cue = { startMs: from, endMs: to, lines: page }
    from = to
    return cue
  })
}

/**
 * Lays segments out for a screen: cues of at most two lines (see `wrapLines`). A longer text becomes several cues that
 * fill the segment's time without a gap, cut where its words say, else in proportion. A segment without text gives none.
 */
export function layoutCues(segments: readonly Segment[]): ScreenCue[] {
  const cues: ScreenCue[] = []
  for (const segment of segments) {
    const lines = wrapLines(segment.text)
    if (lines.length > LINES_PER_CUE) cues.push(...splitSegment(segment, lines))
    else if (lines.length > 0) cues.push({ startMs: segment.startMs, endMs: segment.endMs, lines })
  }
  return cues
}
