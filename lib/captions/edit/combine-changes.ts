import type { Segment } from '../cue'
import type { SegmentChange, TextChange } from './text-change'

/** A change with the place of its outcome in the text between the two changes. */
type Placed = SegmentChange & { from: number; to: number }

/** The positions of the outcomes of changes in the text after them. */
function outcomes(changes: readonly SegmentChange[]): Placed[] {
  let shift = 0
  return changes.map((change) => {
    const from = change.at + shift
    shift += change.after.length - change.before.length
    return { ...change, from, to: from + change.after.length }
  })
}

/** The positions of changes in the text before them. */
function sources(changes: readonly SegmentChange[]): Placed[] {
  return changes.map((change) => ({ ...change, from: change.at, to: change.at + change.before.length }))
}

/** The stretch of the text between both steps, with other segments in place of those that one of the steps concerns. */
function replaceIn(
  middle: readonly (Segment | undefined)[],
  changes: readonly Placed[],
  { from, side }: { from: number; side: 'before' | 'after' },
): Segment[] {
  const replaced: Segment[] = []
  const add = (segments: readonly (Segment | undefined)[]) => {
    for (const segment of segments) if (segment) replaced.push(segment)
  }
  let index = from
  for (const change of changes) {
    add(middle.slice(index - from, change.from - from))
    add(change[side])
    index = change.to
  }
  add(middle.slice(index - from))
  return replaced
}

/** One change of the stretch of a text that changes of two steps share. */
function joinGroup(first: readonly Placed[], second: readonly Placed[], from: number, to: number): SegmentChange {
  // The segments between: the second step has found them where the first one has not made them.
  const middle: (Segment | undefined)[] = new Array(to - from).fill(undefined)
  for (const { before, from: start } of second)
    for (const [index, segment] of before.entries()) middle[start - from + index] = segment
  for (const { after, from: start } of first)
    for (const [index, segment] of after.entries()) middle[start - from + index] = segment
  return {
    at: from,
    before: replaceIn(middle, first, { from, side: 'before' }),
    after: replaceIn(middle, second, { from, side: 'after' }),
  }
}

/** Two changes, one after the other, as one. Undoing it undoes both. */
export function combineChanges(first: TextChange, second: TextChange): TextChange {
  const [made, found] = [outcomes(first.segments), sources(second.segments)]
  const segments: SegmentChange[] = []
  let [one, other, shift] = [0, 0, 0]
  while (one < made.length || other < found.length) {
    const start = Math.min(made[one]?.from ?? Number.POSITIVE_INFINITY, found[other]?.from ?? Number.POSITIVE_INFINITY)
    const [firstOne, firstOther] = [one, other]
    let end = start
    // Adjacent changes are one group: both may have changed the gap between the same two segments.
    for (let isGrowing = true; isGrowing; ) {
      isGrowing = false
      for (let next = made[one]; next && next.from <= end; next = made[++one]) {
        end = Math.max(end, next.to)
        isGrowing = true
      }
      for (let next = found[other]; next && next.from <= end; next = found[++other]) {
        end = Math.max(end, next.to)
        isGrowing = true
      }
    }
    const group = made.slice(firstOne, one)
    const joined = joinGroup(group, found.slice(firstOther, other), start, end)
    segments.push({ ...joined, at: start - shift })
    for (const { before, after } of group) shift += after.length - before.length
  }
  const speakers =
    first.speakers && second.speakers
      ? { before: first.speakers.before, after: second.speakers.after }
      : (first.speakers ?? second.speakers)
  return { segments, speakers }
}
