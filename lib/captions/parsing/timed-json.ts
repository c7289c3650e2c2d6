import { MAX_WORDS } from '../caption-limits'
import { parseMilliseconds } from '../clock'
import type { Cue, ParsedCues, Word } from '../cue'
import { addCue, dropCue, noCues } from './collect-cues'
import { scanArrayElements } from './json-array'

type Fields = Readonly<Record<string, unknown>>

const seconds = (value: unknown) => parseMilliseconds(value, 1000)

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null
}

/** The times and the text of an element; `end` or else `duration` says when it ends. Seconds. */
export type ElementTimes = { start: unknown; end?: unknown; duration?: unknown; text: unknown }

/** A cue of an element; null where its start or text cannot be read. Without an end it ends where it begins. */
export function timedCue({ start, end, duration, text }: ElementTimes): Cue | null {
  const startMs = seconds(start)
  if (startMs === null || typeof text !== 'string') return null
  const durationMs = seconds(duration)
  const endMs = seconds(end) ?? (durationMs === null ? startMs : startMs + durationMs)
  return { startMs, endMs, text: text.trim() }
}

/**
 * Parses the array under a key of a JSON object, an element a cue. Elements without text are no cues; those that `toCue` returns null
 * for are counted as dropped, as is what a broken end leaves open.
 */
export function parseElements(
  chunks: Iterable<string>,
  key: string,
  toCue: (fields: Fields) => Cue | null,
): ParsedCues {
  const parsed = noCues()
  for (const elements of scanArrayElements(chunks, key)) {
    for (const element of elements) {
      const cue = element === 'broken' || !isFields(element.value) ? null : toCue(element.value)
      if (!cue) dropCue(parsed)
      else if (cue.text !== '') addCue(parsed, cue)
    }
  }
  return parsed
}

/**
 * Returns a reader of the words of an element, limited to `MAX_WORDS` for a file. A word without times is placed
 * between its neighbors.
 */
export function wordReader(): (words: unknown, cue: Cue) => Word[] {
  let left = MAX_WORDS
  return (words, { startMs }) => {
    const read: Word[] = []
    let before = startMs
    for (const word of Array.isArray(words) ? words.slice(0, left) : []) {
      if (!isFields(word)) continue
      const { word: said = word.text, start, end } = word
      const text = typeof said === 'string' ? said.trim() : ''
      if (text === '') continue
      const from = seconds(start) ?? before
      before = seconds(end) ?? from
      read.push({ startMs: from, endMs: before, text })
    }
    left -= read.length
    return read
  }
}

/** The value of the first member of this name that is a short string, at any depth. */
export function stringMember(text: string, name: 'lang' | 'language'): string | undefined {
  return new RegExp(String.raw`"${name}"\s{0,16}:\s{0,16}"([\w-]{2,35})"`).exec(text)?.[1]
}
