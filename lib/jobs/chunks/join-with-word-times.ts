import type { Segment, Word } from '@/lib/captions/cue'
import { joinTexts } from '@/lib/captions/text/text-joiner'

/** The overlap of two chunks, which both have transcribed. */
export type Seam = { startMs: number; endMs: number }

/** The two times of one word are rarely further apart. */
export const SAME_MS = 250

const keyOf = ({ text }: Word) => text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, '')
const middle = ({ startMs, endMs }: Seam) => (startMs + endMs) / 2
const apart = (a: Seam, b: Seam) => Math.abs(middle(a) - middle(b))

/** Whether two different words take up the same time: one word, transcribed differently. */
function coincide(a: Word | undefined, b: Word | undefined): boolean {
  if (!a || !b) return false
  const shared = Math.min(a.endMs, b.endMs) - Math.max(a.startMs, b.startMs)
  return shared * 2 > Math.min(a.endMs - a.startMs, b.endMs - b.startMs)
}

/** The index of the word with the same text that is nearest in time, or -1. */
function twinOf(word: Word, words: readonly Word[]): number {
  let best = -1
  words.forEach((other, index) => {
    if (keyOf(other) !== keyOf(word) || apart(other, word) > SAME_MS) return
    if (best < 0 || apart(other, word) < apart(words[best] ?? other, word)) best = index
  })
  return keyOf(word) === '' ? -1 : best
}

/**
 * How many words before the seam are kept and how many after it are dropped: the cut is at the common word nearest to
 * the middle of the overlap.
 */
function bySharedWord(before: readonly Word[], after: readonly Word[], seam: Seam): [number, number] | null {
  let best: { last: number; first: number; distance: number } | null = null
  for (const [last, word] of before.entries()) {
    if (word.endMs <= seam.startMs) continue
    const first = twinOf(word, after)
    const twin = after[first]
    // The match must be mutual: of a repeated word, the right occurrence.
    if (!twin || twinOf(twin, before) !== last) continue
    const distance = apart(word, seam)
    if (!best || distance < best.distance) best = { last, first, distance }
  }
  return best && [best.last + 1, best.first + 1]
}

/** Finds the seam by time alone, for words that the two sides transcribed differently. */
function byTime(before: readonly Word[], after: readonly Word[], seam: Seam): [number, number] {
  const stay = before.filter((word) => middle(word) < middle(seam)).length
  const go = after.filter((word) => middle(word) < middle(seam)).length
  // A word in the very middle may be on either side of it, or on neither.
  if (coincide(before[stay - 1], after[go])) return [stay, go + 1]
  if (coincide(before[stay], after[go - 1])) return [stay + 1, go]
  return [stay, go]
}

const wordsOf = (segments: readonly Segment[]): Word[] => segments.flatMap(({ words }) => words ?? [])

/** The words from one index to another (exclusive) of several segments. */
function cutSegments(segments: readonly Segment[], from: number, to: number): Segment[] {
  let passed = 0
  return segments.flatMap((segment) => {
    const first = passed
    passed += segment.words?.length ?? 0
    return cutSegment(segment, Math.max(0, from - first), Math.max(0, to - first)) ?? []
  })
}

/**
 * Joins the text of both sides of a seam, for engines that give words: each word once, even where one side has only a
 * part of it.
 */
export function joinWithWordTimes(before: readonly Segment[], after: readonly Segment[], seam: Seam): Segment[] {
  const [left, right] = [wordsOf(before), wordsOf(after)]
  const [stay, go] = bySharedWord(left, right, seam) ?? byTime(left, right, seam)
  return [...cutSegments(before, 0, stay), ...cutSegments(after, go, right.length)]
}

/** The start of each word in its segment's text, or null if they are not all there in their order. */
function findWords(text: string, words: readonly Word[]): number[] | null {
  const starts: number[] = []
  let from = 0
  for (const word of words) {
    const start = text.indexOf(word.text, from)
    if (start < 0) return null
    starts.push(start)
    from = start + word.text.length
  }
  return starts
}

/**
 * The part of a segment with words from one word index to another (exclusive), with its text and punctuation; null when
 * no word is left.
 */
export function cutSegment(segment: Segment, from: number, to: number): Segment | null {
  const { words = [], text, startMs, endMs } = segment
  const kept = words.slice(from, to)
  const [first, last] = [kept[0], kept.at(-1)]
  if (!first || !last) return null
  if (kept.length === words.length) return segment
  const starts = findWords(text, words)
  const cut = starts?.slice(from, to + 1)
  const end = to < words.length ? cut?.at(-1) : text.length
  return {
    startMs: from === 0 ? startMs : first.startMs,
    endMs: to < words.length ? last.endMs : endMs,
    text: cut ? text.slice(from === 0 ? 0 : cut[0], end).trim() : joinTexts(kept.map((word) => word.text)),
    words: kept,
    ...(segment.speaker !== undefined && { speaker: segment.speaker }),
  }
}
