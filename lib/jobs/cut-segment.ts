import type { Segment, Word } from '@/lib/captions/cue'
import { textJoiner } from '@/lib/captions/text-joiner'

/** Where each word begins in its segment's text, or null when they are not all there in their order. */
function findWords(text: string, words: readonly Word[]): number[] | null {
  const starts: number[] = []
  let from = 0
  for (const word of words) {
    const start = text.indexOf(word.text, from)
    if (start < 0) return null
    starts.push(start)
    from = start + word.text.length
  }
  return starts
}

function joinWords(words: readonly Word[]): string {
  return words.reduce((text, word) => (text === '' ? word.text : text + textJoiner(text, word.text) + word.text), '')
}

/**
 * The part of a segment with words from one word index to another (exclusive), with its text and punctuation; null when
 * no word is left.
 */
export function cutSegment(segment: Segment, from: number, to: number): Segment | null {
  const { words = [], text, startMs, endMs } = segment
  const kept = words.slice(from, to)
  const [first, last] = [kept[0], kept.at(-1)]
  if (!first || !last) return null
  if (kept.length === words.length) return segment
  const starts = findWords(text, words)
  const cut = starts?.slice(from, to + 1)
  const end = to < words.length ? cut?.at(-1) : text.length
  return {
    startMs: from === 0 ? startMs : first.startMs,
    endMs: to < words.length ? last.endMs : endMs,
    text: cut ? text.slice(from === 0 ? 0 : cut[0], end).trim() : joinWords(kept),
    words: kept,
  }
}
