import type { Segment } from '../cue'
import { replaceWords } from './replace-words'

/** How somebody wants a name or term to be spelled: `to`, and `from`, what it is often written as. */
export type Spelling = { from: string | null; to: string }

/** A spelling that a text could be corrected by. */
export type SpellingSuggestion = {
  find: string
  replace: string
  count: number
  /** The first segment that has it. */
  startMs: number
}

/** What of a text is not spelled as wanted: whole words, in any case. Nothing is changed. */
export function suggestSpellings(segments: readonly Segment[], spellings: readonly Spelling[]): SpellingSuggestion[] {
  return spellings.flatMap(({ from, to }) => {
    if (from === null) return []
    const replacement = { find: from, replacement: to, caseSensitive: false, wholeWords: true }
    const { edits, count } = replaceWords({ segments, speakers: [] }, replacement)
    const [first] = edits
    if (!first) return []
    return [{ find: from, replace: to, count, startMs: segments[first.index]?.startMs ?? 0 }]
  })
}
