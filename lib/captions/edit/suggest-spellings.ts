import type { Segment } from '../cue'
import { createTermFinder } from './find-terms'

/** How a user spells a name or term: `to`, and `from`, another spelling that transcripts often have. */
export type Spelling = { from: string | null; to: string }

/** A spelling that a text could be corrected by. */
export type SpellingSuggestion = {
  find: string
  replace: string
  count: number
  /** The first segment that has it. */
  startMs: number
}

/** The spellings of a vocabulary without repeats: of equal `from`, the first one counts. */
export function distinctSpellings(spellings: readonly Spelling[]): Spelling[] {
  const known = new Map<string, Spelling>()
  for (const spelling of spellings) {
    const key = JSON.stringify(spelling.from === null ? [spelling.to] : [null, spelling.from.toLowerCase()])
    if (!known.has(key)) known.set(key, spelling)
  }
  return [...known.values()]
}

/** The words of a text that are not spelled as wanted: whole words, in any case. Reads the text once for all spellings. */
export function suggestSpellings(segments: readonly Segment[], spellings: readonly Spelling[]): SpellingSuggestion[] {
  const wanted = distinctSpellings(spellings).flatMap(({ from, to }) =>
    from === null ? [] : [{ find: from, replace: to, count: 0, startMs: 0 }],
  )
  const findTerms = createTermFinder(
    wanted.map(({ find }) => find),
    { caseSensitive: false, wholeWords: true },
  )
  for (const { text, startMs } of segments) {
    findTerms(text, (term, from, to) => {
      const suggestion = wanted[term]
      if (!suggestion || text.slice(from, to) === suggestion.replace) return
      if (suggestion.count === 0) suggestion.startMs = startMs
      suggestion.count++
    })
  }
  return wanted.filter(({ count }) => count > 0)
}
