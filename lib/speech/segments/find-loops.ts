import { deflateSync } from 'node:zlib'
import type { Segment, Word } from '@/lib/captions/cue'
import { isNoSpace } from '@/lib/captions/text/text-joiner'

/** A stretch of a chunk, in milliseconds. */
export type Span = { startMs: number; endMs: number }

/** Segments with at most this long a pause between them touch: a decoder that is stuck makes no pauses. */
const TOUCHING_MS = 1_000
const LONGEST_PHRASE = 24
const LONG_PHRASE = 3
/** One or two words may be chanted for longer than a sentence. */
const REPEATS_OF_SHORT = 6
const REPEATS_OF_LONG = 4
/** Whisper's own limit: "Four more years", four times, does not compress better than this. */
const MAX_COMPRESSIBLE = 2.4

/**
 * A word, a part of one with hyphens, or a character of a script without spaces: where it is in the segment's text, and its time, exact
 * where the segment has words, else guessed.
 */
type Part = Span & { from: number; to: number; key: string; segment: number; word: Word | null }

/** How many times smaller zlib makes a text. Text of a few words grows. */
export function compressionRatio(text: string): number {
  const bytes = Buffer.from(text, 'utf8')
  return bytes.length / deflateSync(bytes).length
}

const bare = (part: string) => part.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, '')

/** The places of words, and of the parts that they are made of. */
function placesIn(text: string): { from: number; to: number }[] {
  return [...text.matchAll(/[^\s-]+-*|-+/gu)].flatMap(({ 0: word, index }) => {
    if (!isNoSpace(word.codePointAt(0))) return [{ from: index, to: index + word.length }]
    let to = index
    return Array.from(word, (character) => {
      const from = to
      to += character.length
      return { from, to }
    })
  })
}

function partsOf(segment: Segment, index: number): Part[] {
  const { text, startMs, endMs, words } = segment
  const places = placesIn(text)
  const isExact = words?.length === places.length
  const timeAt = (place: number) => Math.round(startMs + ((endMs - startMs) * place) / places.length)
  return places.map(({ from, to }, place) => {
    const word = isExact ? (words[place] ?? null) : null
    const span = word ?? { startMs: timeAt(place), endMs: timeAt(place + 1) }
    return { startMs: span.startMs, endMs: span.endMs, from, to, key: bare(text.slice(from, to)), segment: index, word }
  })
}

/** How often the phrase of so many parts that begins at `start` is there in a row. */
function repeatsAt(parts: readonly Part[], start: number, length: number): number {
  let repeats = 1
  for (let at = start + length; at + length <= parts.length; at += length, repeats++) {
    for (let i = 0; i < length; i++) if (parts[at + i]?.key !== parts[start + i]?.key) return repeats
  }
  return repeats
}

const keysOf = (parts: readonly Part[]) => parts.map(({ key }) => key).join(' ')

/** How many parts the loop that begins at `start` has; 0 where none does. */
function loopAt(parts: readonly Part[], start: number): number {
  for (let phrase = 1; phrase <= LONGEST_PHRASE; phrase++) {
    const repeats = repeatsAt(parts, start, phrase)
    if (repeats < (phrase >= LONG_PHRASE ? REPEATS_OF_LONG : REPEATS_OF_SHORT)) continue
    const loop = phrase * repeats
    if (compressionRatio(keysOf(parts.slice(start, start + loop))) > MAX_COMPRESSIBLE) return loop
  }
  return 0
}

function touchingRuns(segments: readonly Segment[]): Part[][] {
  const runs: Part[][] = []
  let endMs = Number.NEGATIVE_INFINITY
  for (const [index, segment] of segments.entries()) {
    const run = runs.at(-1)
    if (run && segment.startMs - endMs <= TOUCHING_MS) run.push(...partsOf(segment, index))
    else runs.push(partsOf(segment, index))
    endMs = segment.endMs
  }
  return runs
}

/** The piece of a segment that these parts cover; empty when they have no length. */
function pieceOf({ text, speaker }: Segment, parts: readonly Part[]): Segment[] {
  const [first, last] = [parts[0], parts.at(-1)]
  if (!first || !last || first.startMs >= last.endMs) return []
  const words = parts.flatMap(({ word }) => word ?? [])
  return [
    {
      startMs: first.startMs,
      endMs: last.endMs,
      text: text.slice(first.from, last.to),
      ...(words.length > 0 ? { words } : {}),
      ...(speaker === undefined ? {} : { speaker }),
    },
  ]
}

function withoutParts(segment: Segment, parts: readonly Part[], lost: ReadonlySet<Part>): Segment[] {
  if (!parts.some((part) => lost.has(part))) return [segment]
  const pieces: Part[][] = []
  let isOpen = false
  for (const part of parts) {
    if (lost.has(part)) {
      isOpen = false
      continue
    }
    if (isOpen) pieces.at(-1)?.push(part)
    else pieces.push([part])
    isOpen = true
  }
  return pieces.flatMap((piece) => pieceOf(segment, piece))
}

/**
 * A chunk's segments without what a decoder writes when it is stuck, and the stretches of that. A loop is a phrase that is repeated four
 * times or more in a row (six for one or two words) without pauses, and that compresses better than 2.4 to 1. What people repeat with
 * pauses between, with other words between, or a few times only is no loop.
 */
export function withoutLoops(segments: readonly Segment[]): { segments: Segment[]; loops: Span[] } {
  const lost = new Set<Part>()
  const loops: Span[] = []
  const runs = touchingRuns(segments)
  for (const parts of runs) {
    for (let start = 0; start < parts.length; ) {
      const loop = parts.slice(start, start + loopAt(parts, start))
      for (const part of loop) lost.add(part)
      const [first, last] = [loop[0], loop.at(-1)]
      if (first && last) loops.push({ startMs: first.startMs, endMs: last.endMs })
      start += Math.max(1, loop.length)
    }
  }
  if (lost.size === 0) return { segments: [...segments], loops }
  const parts = segments.map((): Part[] => [])
  for (const part of runs.flat()) parts[part.segment]?.push(part)
  return { segments: segments.flatMap((segment, index) => withoutParts(segment, parts[index] ?? [], lost)), loops }
}
