import type { Segment } from '../cue'
import type { Speaker } from '../speakers'
import { type Difference, diffLists } from './diff-lists'

/** The parts of a transcript that corrections change. */
export type SpokenText = { segments: readonly Segment[]; speakers: readonly Speaker[] }

/** Segments that take the place of others. `at`: the index of the first one in the text before the change. */
export type SegmentChange = { at: number; before: readonly Segment[]; after: readonly Segment[] }

/**
 * The change of one revision: enough to undo it exactly. Changes of segments are in order and do not overlap. `speakers` is null
 * where those stay.
 */
export type TextChange = {
  segments: readonly SegmentChange[]
  speakers: { before: readonly Speaker[]; after: readonly Speaker[] } | null
}

/** The key of a segment: segments with equal keys are equal. */
export function keyOf({ startMs, endMs, text, words, speaker }: Segment): string {
  return JSON.stringify([startMs, endMs, text, words?.map((word) => [word.startMs, word.endMs, word.text]), speaker])
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Divides a difference of equally many segments into a change for each segment. */
function onePerSegment(difference: Difference): Difference[] {
  const { from, to, start, end } = difference
  if (to - from !== end - start) return [difference]
  return Array.from({ length: to - from }, (_, index) => ({
    from: from + index,
    to: from + index + 1,
    start: start + index,
    end: start + index + 1,
  }))
}

export function changeBetween(before: SpokenText, after: SpokenText): TextChange {
  const [from, to] = [before.segments.map(keyOf), after.segments.map(keyOf)]
  return {
    segments: diffLists(from, to)
      .flatMap(onePerSegment)
      .map(({ from: at, to: until, start, end }) => ({
        at,
        before: before.segments.slice(at, until),
        after: after.segments.slice(start, end),
      })),
    speakers: isSame(before.speakers, after.speakers) ? null : { before: before.speakers, after: after.speakers },
  }
}

/** Whether there is nothing that a change changes. */
export function isNoChange({ segments, speakers }: TextChange): boolean {
  return segments.length === 0 && speakers === null
}

/** The text before a change that led to this one. */
export function undoChange({ segments, speakers }: SpokenText, change: TextChange): SpokenText {
  const undone: Segment[] = []
  let next = 0
  let shift = 0
  for (const { at, before, after } of change.segments) {
    for (const segment of segments.slice(next, at + shift)) undone.push(segment)
    for (const segment of before) undone.push(segment)
    next = at + shift
    next += after.length
    shift += after.length - before.length
  }
  for (const segment of segments.slice(next)) undone.push(segment)
  return { segments: undone, speakers: change.speakers ? change.speakers.before : speakers }
}
