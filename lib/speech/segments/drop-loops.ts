import { deflateSync } from 'node:zlib'
import type { Segment, Word } from '@/lib/captions/cue'

/** Whisper's own limit: speech does not compress better than this. */
const MAX_COMPRESSIBLE = 2.4
const LONGEST_PHRASE = 24
const LONG_PHRASE = 3
/** A phrase repeated so often in a row is a loop; one or two words may be chanted for longer than a sentence. */
const REPEATS_OF_SHORT = 6
const REPEATS_OF_LONG = 4

/** A text in parts, words or characters where it has no spaces, and what joins them. */
function partsOf(text: string): { parts: string[]; joint: string } {
  const words = text.trim().split(/\s+/u)
  return words.length > 1 ? { parts: words, joint: ' ' } : { parts: Array.from(text), joint: '' }
}

const bare = (part: string) => part.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, '')

function compressionRatio(text: string): number {
  const bytes = Buffer.from(text, 'utf8')
  return bytes.length / deflateSync(bytes).length
}

/** How often the phrase of so many parts that begins at `start` stands there in a row. */
function repeatsAt(keys: readonly string[], start: number, length: number): number {
  let repeats = 1
  for (let at = start + length; at + length <= keys.length; at += length, repeats++) {
    for (let i = 0; i < length; i++) if (keys[at + i] !== keys[start + i]) return repeats
  }
  return repeats
}

/** The length of the phrase that begins to loop at `start`, and of the whole loop; null where none does. */
function loopAt(keys: readonly string[], start: number): { phrase: number; loop: number } | null {
  for (let phrase = 1; phrase <= LONGEST_PHRASE; phrase++) {
    const repeats = repeatsAt(keys, start, phrase)
    if (repeats >= (phrase >= LONG_PHRASE ? REPEATS_OF_LONG : REPEATS_OF_SHORT))
      return { phrase, loop: phrase * repeats }
  }
  return null
}

/** The parts that stay when each loop is kept once. */
function keptParts(keys: readonly string[]): number[] {
  const kept: number[] = []
  for (let start = 0; start < keys.length; ) {
    const found = loopAt(keys, start) ?? { phrase: 1, loop: 1 }
    for (let i = 0; i < found.phrase; i++) kept.push(start + i)
    start += found.loop
  }
  return kept
}

/** A segment with each loop once, ending where the rest ends. */
function unloop(segment: Segment): Segment {
  const { parts, joint } = partsOf(segment.text)
  const kept = keptParts(parts.map(bare))
  if (kept.length === parts.length) return segment
  const text = kept.map((index) => parts[index]).join(joint)
  const covered = ((kept.at(-1) ?? 0) + 1) / parts.length
  const guessedEndMs = Math.ceil(segment.startMs + (segment.endMs - segment.startMs) * covered)
  if (segment.words?.length !== parts.length) return { startMs: segment.startMs, endMs: guessedEndMs, text }
  const words: Word[] = kept.flatMap((index) => segment.words?.[index] ?? [])
  return { startMs: segment.startMs, endMs: words.at(-1)?.endMs ?? guessedEndMs, text, words }
}

/** Keeps the first of segments that say the same thing over and over in a row. */
function dropRepeated(segments: readonly Segment[]): Segment[] {
  const kept: Segment[] = []
  const keys = segments.map(({ text }) => text.split(/\s+/u).map(bare).join(' '))
  for (let start = 0; start < segments.length; ) {
    let end = start + 1
    while (end < segments.length && keys[end] === keys[start]) end++
    kept.push(...segments.slice(start, end - start >= REPEATS_OF_LONG ? start + 1 : end))
    start = end
  }
  return kept
}

/**
 * Removes from a chunk's segments what speech models invent when they get stuck: a phrase four times or more in a row
 * (six for one or two words), within a segment or over several, stands once; a segment that still packs better than
 * 2.4 to 1 goes.
 */
export function dropLoops(segments: readonly Segment[]): Segment[] {
  return dropRepeated(segments)
    .map(unloop)
    .filter(({ text }) => compressionRatio(text) <= MAX_COMPRESSIBLE)
}
