import type { Segment } from '@/lib/captions/cue'
import type { Steps } from '@/lib/captions/parsing/steps'
import { searchTokens } from '@/lib/captions/search/search-words'
import { textJoiner } from '@/lib/captions/text/text-joiner'

/** PostgreSQL stores up to a mebibyte of words for a text: more than a book has, but a hostile text may have more. */
const MAX_BYTES = 900_000
/** Each word is aligned, and may lose a byte to that. */
const ALIGNMENT = 1
/** How many characters are processed at a time: a long text must not block the event loop. */
const STRETCH_CHARACTERS = 20_000

/** Joins segments into stretches, since a word may lie across two of them. */
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
 * The distinct search words of a title and a text, as many as PostgreSQL stores. Yields after each stretch of some
 * milliseconds.
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
