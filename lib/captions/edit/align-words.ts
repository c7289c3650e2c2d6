import type { Segment, Word } from '../cue'
import { diffLists } from './diff-lists'
import { type TextUnit, textUnits, wordsOfText } from './text-units'

/** A word of a new text: `kept` has stood there before, and `wanted` is about when another one is said, where that is known. */
export type AlignedWord = { text: string; kept: Word | null; wanted: { startMs: number; endMs: number } | null }

/** How long a character of an inserted word is taken to be said. */
const CHARACTER_MS = 60

/** A unit of one of several texts in a row. */
type PlacedUnit = TextUnit & { of: number }

function placeUnits(texts: readonly string[]): PlacedUnit[] {
  return texts.flatMap((text, of) => textUnits(text).map((unit) => ({ ...unit, of })))
}

/** A word and the units of the old text that it covers, from the first to the last. */
type PlacedWord = { word: Word; first: number; last: number }

/** The positions of words in a text, in their order. A word that is not found has the position of the one before. */
function placeWords(segments: readonly Segment[], units: readonly PlacedUnit[]): PlacedWord[] {
  const placed: PlacedWord[] = []
  let unit = 0
  for (const [of, { text, words = [] }] of segments.entries()) {
    while (unit < units.length - 1 && (units[unit]?.of ?? 0) < of) unit++
    const isBefore = (next: number, position: number) => {
      const other = units[next]
      return other?.of === of && other.from < position
    }
    let cursor = 0
    for (const word of words) {
      const said = word.text.trim()
      const index = text.indexOf(said, cursor)
      if (index < 0) {
        placed.push({ word, first: unit, last: unit })
        continue
      }
      cursor = index + said.length
      while (isBefore(unit + 1, index + 1)) unit++
      let last = unit
      while (isBefore(last + 1, cursor)) last++
      placed.push({ word, first: unit, last })
    }
  }
  return placed
}

/** Which unit of the new texts each unit of the old ones is; null: it has changed. */
function findUnchanged(before: readonly PlacedUnit[], after: readonly PlacedUnit[]): (number | null)[] {
  const unchanged: (number | null)[] = before.map(() => null)
  let [row, column] = [0, 0]
  const keepUntil = (to: number) => {
    while (row < to) unchanged[row++] = column++
  }
  const differences = diffLists(
    before.map(({ text }) => text),
    after.map(({ text }) => text),
  )
  for (const { from, to, end } of differences) {
    keepUntil(from)
    row = to
    column = end
  }
  keepUntil(before.length)
  return unchanged
}

/** A word of several units has changed as a whole when one of them has, or when they stand together no longer. */
function dropBrokenWords(
  unchanged: (number | null)[],
  words: readonly PlacedWord[],
  after: readonly PlacedUnit[],
): void {
  const isWhole = ({ first, last }: PlacedWord) => {
    const start = unchanged[first] ?? null
    if (start === null) return false
    for (let unit = first; unit <= last; unit++) {
      const there = unchanged[unit] ?? null
      if (there !== start + unit - first || after[there]?.of !== after[start]?.of) return false
    }
    return true
  }
  for (let isStable = false; !isStable; ) {
    isStable = true
    for (const word of words) {
      if (isWhole(word)) continue
      for (let unit = word.first; unit <= word.last; unit++) {
        if ((unchanged[unit] ?? null) !== null) isStable = false
        unchanged[unit] = null
      }
    }
  }
}

/** Divides the time from the first to the last of the replaced words among the new ones, by their lengths. */
function divideTime(words: readonly string[], replaced: readonly Word[]): AlignedWord[] {
  if (words.length === replaced.length) {
    return words.map((text, index) => ({ text, kept: null, wanted: replaced[index] ?? null }))
  }
  const [first, last] = [replaced[0], replaced.at(-1)]
  if (!first || !last) return words.map((text) => ({ text, kept: null, wanted: null }))
  const characters = words.reduce((sum, { length }) => sum + length, 0)
  const perCharacter = (last.endMs - first.startMs) / Math.max(1, characters)
  let said = 0
  return words.map((text) => {
    const startMs = Math.round(first.startMs + said * perCharacter)
    said += text.length
    return { text, kept: null, wanted: { startMs, endMs: Math.round(first.startMs + said * perCharacter) } }
  })
}

/** The stretches of new units that lie in one text, each as it is written there. */
function writtenWords(units: readonly PlacedUnit[], texts: readonly string[]): { of: number; words: string[] }[] {
  const stretches = new Map<number, { from: number; to: number }>()
  for (const { of, from, to } of units) stretches.set(of, { from: stretches.get(of)?.from ?? from, to })
  return [...stretches].map(([of, { from, to }]) => ({ of, words: wordsOfText((texts[of] ?? '').slice(from, to)) }))
}

/**
 * The words of texts that replace segments, for each text: what has not changed is kept, and what replaces words is wanted about
 * where those were.
 */
export function alignWords(segments: readonly Segment[], texts: readonly string[]): AlignedWord[][] {
  const before = placeUnits(segments.map(({ text }) => text))
  const after = placeUnits(texts)
  const words = placeWords(segments, before)
  const unchanged = findUnchanged(before, after)
  dropBrokenWords(unchanged, words, after)
  const kept = new Set(unchanged.filter((unit) => unit !== null))
  const aligned: AlignedWord[][] = texts.map(() => [])
  let [row, column, next] = [0, 0, 0]
  /** The words that begin before a unit, from the last ones on. */
  const wordsBefore = (unit: number) => {
    const first = next
    while (next < words.length && (words[next]?.first ?? 0) < unit) next++
    return words.slice(first, next).map(({ word }) => word)
  }
  while (row < before.length || column < after.length) {
    const [fromRow, fromColumn] = [row, column]
    while (row < before.length && unchanged[row] === null) row++
    while (column < after.length && !kept.has(column)) column++
    if (row > fromRow || column > fromColumn) {
      const written = writtenWords(after.slice(fromColumn, column), texts)
      const timed = divideTime(
        written.flatMap((one) => one.words),
        wordsBefore(row),
      )
      for (const one of written) aligned[one.of]?.push(...timed.splice(0, one.words.length))
      continue
    }
    row++
    const of = after[column++]?.of ?? 0
    for (const word of wordsBefore(row)) aligned[of]?.push({ text: word.text, kept: word, wanted: null })
  }
  return aligned
}

/** Spreads words without times between two times, from the first on. */
function spread(words: readonly AlignedWord[], fromMs: number, toMs: number): Word[] {
  const characters = words.reduce((sum, { text }) => sum + text.length, 0)
  const length = Math.min(Math.max(0, toMs - fromMs), characters * CHARACTER_MS)
  let said = 0
  return words.map(({ text }) => {
    const startMs = fromMs + Math.floor((length * said) / Math.max(1, characters))
    said += text.length
    return { text, startMs, endMs: fromMs + Math.floor((length * said) / Math.max(1, characters)) }
  })
}

const clamp = (ms: number, low: number, high: number) => Math.min(Math.max(ms, low), Math.max(low, high))

/**
 * Gives every word of a segment its time: kept words theirs, as far as they lie in the segment, and the others times between their
 * neighbours', in order and without overlaps. A word that has no room there is as long as nothing.
 */
export function timeWords(
  words: readonly AlignedWord[],
  { startMs, endMs }: { startMs: number; endMs: number },
): Word[] {
  const timed: Word[] = []
  /** Where the next kept word begins, for each word. */
  const bounds: number[] = []
  for (let index = words.length - 1, bound = endMs; index >= 0; index--) {
    const kept = words[index]?.kept
    bound = kept ? clamp(kept.startMs, startMs, bound) : bound
    bounds[index] = bound
  }
  let lowest = startMs
  let loose: AlignedWord[] = []
  const spreadLoose = (untilMs: number) => {
    const placed = spread(loose, lowest, untilMs)
    timed.push(...placed)
    lowest = placed.at(-1)?.endMs ?? lowest
    loose = []
  }
  for (const [index, word] of words.entries()) {
    const time = word.kept ?? word.wanted
    if (!time) {
      loose.push(word)
      continue
    }
    const latest = word.kept ? endMs : (bounds[index] ?? endMs)
    const start = clamp(time.startMs, word.kept ? startMs : lowest, latest)
    spreadLoose(start)
    const end = clamp(time.endMs, start, latest)
    timed.push({ startMs: start, endMs: end, text: word.text })
    lowest = Math.max(lowest, end)
  }
  spreadLoose(endMs)
  return timed
}
