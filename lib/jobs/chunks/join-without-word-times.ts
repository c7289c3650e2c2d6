import type { Segment } from '@/lib/captions/cue'
import { isNoSpace } from '@/lib/captions/text/text-joiner'
import type { Seam } from './join-with-word-times'

/** More words than a person says in a second. */
const MAX_WORDS = 8
const MAX_CHARACTERS = 16

/** A word (or a character of a script without spaces), and where it starts in its text. */
type Part = { key: string; start: number }
type Alignment = { shared: number; cutOff: number; cutIn: number }

const keyOf = (part: string) => part.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, '')

function partsOf(text: string): Part[] {
  return [...text.matchAll(/\S+/gu)].flatMap(({ 0: word, index }) => {
    if (!isNoSpace(word.codePointAt(0))) return [{ key: keyOf(word), start: index }]
    let start = index
    return Array.from(word, (character) => {
      const part = { key: keyOf(character), start }
      start += character.length
      return part
    })
  })
}

/**
 * Where the end of one text equals the beginning of another, except for a broken word at either side. Both are of the
 * same second, so even one common word is no accident.
 */
function align(left: readonly string[], right: readonly string[], most: number): Alignment | null {
  for (let shared = Math.min(most, left.length, right.length); shared > 0; shared--) {
    for (const [cutOff, cutIn] of [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ] as const) {
      const end = left.slice(left.length - cutOff - shared, left.length - cutOff)
      const start = right.slice(cutIn, cutIn + shared)
      if (end.length === shared && end.every((key, i) => key !== '' && key === start[i]))
        return { shared, cutOff, cutIn }
    }
  }
  return null
}

/** Removes so many words from the end of several segments. */
function withoutEnd(segments: readonly Segment[], cutOff: number): Segment[] {
  const last = segments.at(-1)
  if (!last || cutOff === 0) return [...segments]
  const parts = partsOf(last.text)
  if (parts.length <= cutOff) return withoutEnd(segments.slice(0, -1), cutOff - parts.length)
  const { words: _, ...rest } = last
  const kept = last.text.slice(0, parts.at(-cutOff)?.start).trimEnd()
  return [...segments.slice(0, -1), { ...rest, text: kept }]
}

/** Removes words from the beginning of several segments; the rest of a segment starts after the seam. */
function withoutStart(segments: readonly Segment[], dropped: number, seam: Seam): Segment[] {
  const [first] = segments
  if (!first || dropped === 0) return [...segments]
  const parts = partsOf(first.text)
  if (parts.length <= dropped) return withoutStart(segments.slice(1), dropped - parts.length, seam)
  const { words: _, ...rest } = first
  const startMs = Math.min(Math.max(first.startMs, seam.endMs), first.endMs - 1)
  return [{ ...rest, startMs, text: first.text.slice(parts[dropped]?.start) }, ...segments.slice(1)]
}

const keysOf = (segments: readonly Segment[]) => segments.flatMap(({ text }) => partsOf(text)).map(({ key }) => key)

/**
 * Joins the text of both sides of a seam, for engines that give no words: the common text is kept once, and a broken
 * word beside it is dropped. Texts with nothing in common stay whole.
 */
export function joinWithoutWordTimes(before: readonly Segment[], after: readonly Segment[], seam: Seam): Segment[] {
  const most = isNoSpace(after[0]?.text.codePointAt(0)) ? MAX_CHARACTERS : MAX_WORDS
  const found = align(keysOf(before).slice(-most - 1), keysOf(after).slice(0, most + 1), most)
  if (!found) return [...before, ...after]
  return [...withoutEnd(before, found.cutOff), ...withoutStart(after, found.cutIn + found.shared, seam)]
}
