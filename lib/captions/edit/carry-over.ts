import type { Segment } from '../cue'
import type { Speaker } from '../speakers'
import { carryWords, type UnplacedCorrection } from './carry-words'
import { type Difference, diffLists } from './diff-lists'
import { editSegments } from './edit-segments'
import { keyOf, type SpokenText } from './text-change'

/** A stretch of the base that one or both versions have changed, and its range in each of them. */
type Stretch = { base: [number, number]; mine: [number, number]; theirs: [number, number] }

/** The stretches that two versions of a base have changed. What overlaps or touches is one stretch. */
function changedStretches(mine: readonly Difference[], theirs: readonly Difference[]): Stretch[] {
  const stretches: Stretch[] = []
  let [one, other, myShift, theirShift] = [0, 0, 0, 0]
  while (one < mine.length || other < theirs.length) {
    const from = Math.min(mine[one]?.from ?? Number.POSITIVE_INFINITY, theirs[other]?.from ?? Number.POSITIVE_INFINITY)
    let to = from
    const [myStart, theirStart] = [from + myShift, from + theirShift]
    for (let isGrowing = true; isGrowing; ) {
      isGrowing = false
      for (let next = mine[one]; next && next.from <= to; next = mine[++one]) {
        to = Math.max(to, next.to)
        myShift += next.end - next.start - (next.to - next.from)
        isGrowing = true
      }
      for (let next = theirs[other]; next && next.from <= to; next = theirs[++other]) {
        to = Math.max(to, next.to)
        theirShift += next.end - next.start - (next.to - next.from)
        isGrowing = true
      }
    }
    stretches.push({ base: [from, to], mine: [myStart, to + myShift], theirs: [theirStart, to + theirShift] })
  }
  return stretches
}

/** The speaker of most words between two times. */
function speakerBetween(segments: readonly Segment[], startMs: number, endMs: number): string | undefined {
  const shares = new Map<string, number>()
  for (const segment of segments) {
    const share = Math.min(segment.endMs, endMs) - Math.max(segment.startMs, startMs)
    if (share > 0 && segment.speaker !== undefined)
      shares.set(segment.speaker, (shares.get(segment.speaker) ?? 0) + share)
  }
  return [...shares].sort(([, a], [, b]) => b - a)[0]?.[0]
}

/** The names that speakers of another version have in the corrected one: of who says most of their words there. */
function carryNames(mine: SpokenText, theirs: SpokenText): Speaker[] {
  const shares = new Map<string, Map<string, number>>()
  let first = 0
  for (const { startMs, endMs, speaker } of theirs.segments) {
    if (speaker === undefined) continue
    while ((mine.segments[first]?.endMs ?? endMs) <= startMs) first++
    for (let index = first; (mine.segments[index]?.startMs ?? endMs) < endMs; index++) {
      const other = mine.segments[index]
      if (other?.speaker === undefined) continue
      const counts = shares.get(speaker) ?? new Map<string, number>()
      const share = Math.min(endMs, other.endMs) - Math.max(startMs, other.startMs)
      shares.set(speaker, counts.set(other.speaker, (counts.get(other.speaker) ?? 0) + share))
    }
  }
  const names = new Map(mine.speakers.map(({ id, name }) => [id, name]))
  return theirs.speakers.map(({ id, name }) => {
    const [same] = [...(shares.get(id) ?? [])].sort(([, a], [, b]) => b - a)
    return { id, name: (same && names.get(same[0])) ?? name }
  })
}

/** The speakers of a merged text: those of the new version under their names, and those that only the corrections know. */
function mergeSpeakers(mine: SpokenText, theirs: SpokenText, segments: readonly Segment[]): Speaker[] {
  if (theirs.speakers.length === 0) return [...mine.speakers]
  const speakers = carryNames(mine, theirs)
  const used = new Set(segments.map(({ speaker }) => speaker))
  const known = new Set(speakers.map(({ id }) => id))
  return [...speakers, ...mine.speakers.filter(({ id }) => used.has(id) && !known.has(id))]
}

/**
 * Carries corrections over to a new version of their text. Segments that are the same in the new version keep their
 * corrections; in others a correction is placed where the words around it are the same. `unplaced`: corrections without
 * a place.
 */
export function carryOver(
  base: SpokenText,
  mine: SpokenText,
  theirs: SpokenText,
): { text: SpokenText; unplaced: UnplacedCorrection[] } {
  const keys = base.segments.map(keyOf)
  const mineChanged = diffLists(keys, mine.segments.map(keyOf))
  const theirsChanged = diffLists(keys, theirs.segments.map(keyOf))
  const segments: Segment[] = []
  const unplaced: UnplacedCorrection[] = []
  const add = (list: readonly Segment[]) => {
    for (const segment of list) segments.push(segment)
  }
  const isOnlyTheirs = theirs.speakers.length === 0 && mine.speakers.length > 0
  let next = 0
  for (const stretch of changedStretches(mineChanged, theirsChanged)) {
    add(base.segments.slice(next, stretch.base[0]))
    next = stretch.base[1]
    const [old, my, other] = [
      base.segments.slice(...stretch.base),
      mine.segments.slice(...stretch.mine),
      theirs.segments.slice(...stretch.theirs),
    ]
    const isChanged = (one: readonly Segment[]) => JSON.stringify(one) !== JSON.stringify(old)
    if (!isChanged(other)) {
      add(my)
      continue
    }
    const carried = isChanged(my) ? carryWords(old, my, other) : { edits: [], unplaced: [] }
    unplaced.push(...carried.unplaced)
    const edited = editSegments({ segments: other, speakers: [] }, carried.edits, other.at(-1)?.endMs ?? 0).segments
    add(
      edited.map((segment) => {
        const speaker = isOnlyTheirs ? speakerBetween(my, segment.startMs, segment.endMs) : undefined
        return speaker === undefined ? segment : { ...segment, speaker }
      }),
    )
  }
  add(base.segments.slice(next))
  return { text: { segments: inOrder(segments), speakers: mergeSpeakers(mine, theirs, segments) }, unplaced }
}

/** Ends a segment where the next one begins: two versions may have moved the time between them. */
function inOrder(segments: readonly Segment[]): Segment[] {
  return segments.flatMap((segment, index) => {
    const latest = segments[index + 1]?.startMs ?? segment.endMs
    if (segment.endMs <= latest) return [segment]
    if (segment.startMs >= latest) return []
    const { words } = segment
    const clipped = words?.map((word) => ({
      ...word,
      startMs: Math.min(word.startMs, latest),
      endMs: Math.min(word.endMs, latest),
    }))
    return [{ ...segment, endMs: latest, ...(clipped ? { words: clipped } : {}) }]
  })
}
