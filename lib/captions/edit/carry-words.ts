import type { Segment } from '../cue'
import { joinTexts, textJoiner } from '../text/text-joiner'
import { type Difference, diffLists } from './diff-lists'
import type { SegmentEdit } from './edit-segments'
import { type TextUnit, textUnits } from './text-units'

/** A correction that has no place in another text. */
export type UnplacedCorrection = { startMs: number; before: string; after: string }

/** How many words around a correction have to be the same. */
const CONTEXT = 2
/** How many more words than were corrected another text may have there. */
const MOST_MORE = 4

type Units = { segments: readonly Segment[]; all: readonly (TextUnit & { of: number })[]; texts: readonly string[] }

function unitsOf(segments: readonly Segment[]): Units {
  const all = segments.flatMap(({ text }, of) => textUnits(text).map((unit) => ({ ...unit, of })))
  return { segments, all, texts: all.map(({ text }) => text) }
}

/** Units as they are written, on one line. */
function writtenText({ segments, all }: Units, from: number, to: number): string {
  let text = ''
  for (let index = from; index < to; ) {
    const first = all[index]
    let end = index + 1
    while (end < to && all[end]?.of === first?.of) end++
    const part = (segments[first?.of ?? 0]?.text ?? '').slice(first?.from, all[end - 1]?.to)
    text += text === '' ? part : textJoiner(text, part) + part
    index = end
  }
  return text
}

/** The index in another text of each unit of a text; null when it is not there. */
function mapUnits(from: Units, to: Units): (number | null)[] {
  const map: (number | null)[] = from.all.map(() => null)
  let [row, column] = [0, 0]
  for (const { from: start, to: end, end: next } of [...diffLists(from.texts, to.texts), endOf(from, to)]) {
    while (row < start) map[row++] = column++
    row = end
    column = next
  }
  return map
}

function endOf(from: Units, to: Units): Difference {
  return { from: from.all.length, to: from.all.length, start: to.all.length, end: to.all.length }
}

/** Finds a corrected stretch in the other text: between the words around it, as far as those are the same there. */
function findPlace({ from, to }: Difference, map: readonly (number | null)[]): { from: number; to: number } | null {
  const isSame = (index: number, distance: number, place: number) =>
    index + distance < 0 || index + distance >= map.length || map[index + distance] === place + distance
  const left = from > 0 ? (map[from - 1] ?? null) : null
  const right = to < map.length ? (map[to] ?? null) : null
  if ((from > 0 && left === null) || (to < map.length && right === null)) return null
  for (let distance = 1; distance < CONTEXT; distance++) {
    if (left !== null && !isSame(from - 1, -distance, left)) return null
    if (right !== null && !isSame(to, distance, right)) return null
  }
  // At the beginning or the end of the text the words themselves say how far it goes.
  const start = left !== null ? left + 1 : right !== null ? right - (to - from) : 0
  const end = right ?? start + (to - from)
  const isBounded = left !== null && right !== null
  for (let index = from; !isBounded && index < to; index++) if (map[index] !== start + index - from) return null
  return start >= 0 && end >= start && end - start <= to - from + MOST_MORE ? { from: start, to: end } : null
}

type Replaced = { from: number; to: number; text: string }

/** Replaces units of the other text: within a segment, or from one to the end and up to another in the next ones. */
function replaceUnits(
  { segments, all }: Units,
  place: { from: number; to: number },
  text: string,
  replaced: Map<number, Replaced[]>,
): void {
  const add = (of: number, one: Replaced) => {
    replaced.set(of, [...(replaced.get(of) ?? []), one])
  }
  const first = all[place.from]
  const last = all[place.to - 1]
  const before = all[place.from - 1]
  if (place.from === place.to || !first || !last) {
    const at = before ? before.to : (first?.from ?? 0)
    add(before?.of ?? first?.of ?? 0, { from: at, to: at, text })
    return
  }
  if (first.of === last.of) {
    add(first.of, { from: first.from, to: last.to, text })
    return
  }
  add(first.of, { from: first.from, to: segments[first.of]?.text.length ?? first.to, text })
  for (let of = first.of + 1; of < last.of; of++) add(of, { from: 0, to: segments[of]?.text.length ?? 0, text: '' })
  add(last.of, { from: 0, to: last.to, text: '' })
}

const joinParts = (parts: readonly string[]) => joinTexts(parts.map((part) => part.trim()).filter(Boolean))

function toEdit(index: number, { text }: Segment, replaced: readonly Replaced[]): SegmentEdit {
  const parts: string[] = []
  let next = 0
  for (const one of replaced) {
    parts.push(text.slice(next, one.from), one.text)
    next = one.to
  }
  const written = joinParts([...parts, text.slice(next)])
  return { index, deleted: 1, segments: written === '' ? [] : [{ text: written }] }
}

/**
 * Returns the edits that make the corrections of a text in another version of it: each is placed where the words around
 * it are the same. Skips corrections that the other version already has.
 */
export function carryWords(
  base: readonly Segment[],
  corrected: readonly Segment[],
  other: readonly Segment[],
): { edits: SegmentEdit[]; unplaced: UnplacedCorrection[] } {
  const [old, mine, theirs] = [unitsOf(base), unitsOf(corrected), unitsOf(other)]
  const map = mapUnits(old, theirs)
  const replaced = new Map<number, Replaced[]>()
  const unplaced: UnplacedCorrection[] = []
  let next = 0
  for (const difference of diffLists(old.texts, mine.texts)) {
    const text = writtenText(mine, difference.start, difference.end)
    const place = findPlace(difference, map)
    if (!place || place.from < next) {
      const before = writtenText(old, difference.from, difference.to)
      const segment = base[(old.all[difference.from] ?? old.all.at(-1))?.of ?? 0]
      unplaced.push({ startMs: segment?.startMs ?? 0, before, after: text })
      continue
    }
    next = place.to
    if (writtenText(theirs, place.from, place.to) !== text) replaceUnits(theirs, place, text, replaced)
  }
  const edits = [...replaced].map(([index, parts]) => {
    const segment = other[index]
    return segment ? [toEdit(index, segment, parts)] : []
  })
  return { edits: edits.flat(), unplaced }
}
