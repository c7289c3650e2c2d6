import type { Segment } from '@/lib/captions/cue'
import type { Steps } from '@/lib/captions/run-steps'
import { searchTokens } from '@/lib/captions/search-words'
import { textJoiner } from '@/lib/captions/text-joiner'

/** PostgreSQL holds a mebibyte of words a text: more than a book has, but not more than somebody can make up. */
const MAX_BYTES = 900_000
/** Each word is aligned, and may lose a byte to that. */
const ALIGNMENT = 1
/** What is taken apart at a time, in characters: a long recording must not keep others waiting. */
const STRETCH_CHARACTERS = 20_000

/** Segments put together as they are read, so that a word may lie across two of them, in stretches of some length. */
function* stretches(segments: readonly Segment[]): Generator<string> {
  let text = ''
  for (const segment of segments) {
    if (text.length > STRETCH_CHARACTERS) {
      yield text
      text = ''
    }
    text += text === '' ? segment.text : textJoiner(text, segment.text) + segment.text
  }
  yield text
}

/**
 * The words that a title and a text are found by, once each, as many as PostgreSQL holds. Pauses, by `yield`, after each
 * stretch of some milliseconds.
 */
export function* collectWords(title: string | null, segments: readonly Segment[]): Steps<readonly string[]> {
  const words = searchTokens(title ?? '')
  for (const text of stretches(segments)) {
    for (const word of searchTokens(text)) words.add(word)
    yield
  }
  let bytes = 0
  const all = [...words]
  const end = all.findIndex((word) => {
    bytes += Buffer.byteLength(word) + ALIGNMENT
    return bytes > MAX_BYTES
  })
  return end < 0 ? all : all.slice(0, end)
}
