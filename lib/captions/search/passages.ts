import type { Segment } from '../cue'
import { textJoiner } from '../text/text-joiner'
import { foldText, type SearchTerm, tokensOfRun, type WordRun, wordRuns } from './search-words'

export type FoundPassage = { startMs: number; parts: { text: string; hit: boolean }[] }

type Stretch = { text: string; from: number; segments: readonly Segment[]; starts: readonly number[] }
type Mark = { from: number; to: number }

/** About two lines of a page. */
const PASSAGE_CHARACTERS = 160
const MAX_PASSAGES = 3
/** The most characters before the first hit. */
const LEAD_CHARACTERS = 40

function matches(token: string, terms: readonly SearchTerm[]): SearchTerm | undefined {
  return terms.find((term) => (term.prefix ? token.startsWith(term.token) : token === term.token))
}

/** The position of a pair of characters; the whole run if folding has changed its length. */
function positionOfPair({ from, to, folded }: WordRun, pair: number): Mark {
  if (folded.length !== to - from) return { from, to }
  const before = [...folded].slice(0, pair).join('').length
  const width = [...folded].slice(pair, pair + 2).join('').length
  return { from: from + before, to: from + before + width }
}

/** The positions of terms in a text, and the number of different terms found. */
function markTerms(text: string, terms: readonly SearchTerm[]): { marks: Mark[]; found: number } {
  const found = new Set<SearchTerm>()
  const marks: Mark[] = []
  for (const run of wordRuns(text)) {
    for (const [index, token] of tokensOfRun(run).entries()) {
      const term = matches(token, terms)
      if (!term) continue
      found.add(term)
      const position = run.byPairs ? positionOfPair(run, index) : run
      const last = marks.at(-1)
      if (last && position.from < last.to) last.to = Math.max(last.to, position.to)
      else marks.push({ from: position.from, to: position.to })
    }
  }
  return { marks, found: found.size }
}

/** The segments around one, with some text before it, up to the length of a passage. */
function stretchAround(segments: readonly Segment[], at: number): Stretch {
  let from = at
  let length = segments[at]?.text.length ?? 0
  while (from > 0 && (segments[from - 1]?.text.length ?? 0) <= LEAD_CHARACTERS) {
    from -= 1
    length += segments[from]?.text.length ?? 0
    if (length > LEAD_CHARACTERS) break
  }
  let to = at + 1
  while (to < segments.length && length + (segments[to]?.text.length ?? 0) < PASSAGE_CHARACTERS) {
    length += segments[to]?.text.length ?? 0
    to += 1
  }
  let text = ''
  const starts: number[] = []
  for (const segment of segments.slice(from, to)) {
    if (text) text += textJoiner(text, segment.text)
    starts.push(text.length)
    text += segment.text
  }
  return { text, from, segments: segments.slice(from, to), starts }
}

/** Moves the position of a cut out of a surrogate pair. */
function wholeCharacter(text: string, index: number): number {
  const code = text.charCodeAt(index)
  return code >= 0xdc00 && code <= 0xdfff ? index - 1 : index
}

/** Splits a text into marked and other parts. A long text is cut around its first hit. */
function toParts(text: string, marks: readonly Mark[]): FoundPassage['parts'] {
  const first = marks[0]?.from ?? 0
  const from = text.length <= 2 * PASSAGE_CHARACTERS ? 0 : wholeCharacter(text, Math.max(0, first - LEAD_CHARACTERS))
  const to = wholeCharacter(text, Math.min(text.length, from + 2 * PASSAGE_CHARACTERS))
  const parts: FoundPassage['parts'] = []
  let at = from
  for (const mark of marks) {
    if (mark.from >= to) break
    if (mark.from > at) parts.push({ text: text.slice(at, mark.from), hit: false })
    parts.push({ text: text.slice(mark.from, Math.min(mark.to, to)), hit: true })
    at = Math.min(mark.to, to)
  }
  if (at < to) parts.push({ text: text.slice(at, to), hit: false })
  if (from > 0) parts.unshift({ text: '…', hit: false })
  if (to < text.length) parts.push({ text: '…', hit: false })
  return parts
}

function startOf({ segments, starts }: Stretch, offset: number): number {
  const index = starts.findLastIndex((start) => start <= offset)
  return segments[Math.max(0, index)]?.startMs ?? 0
}

/** A quick check whether a segment may have a term. Pairs of characters may span two segments. */
function mayHave(segments: readonly Segment[], at: number, terms: readonly SearchTerm[]): boolean {
  const text = segments[at]?.text ?? ''
  const next = segments[at + 1]?.text ?? ''
  const folded = foldText(`${text}${textJoiner(text, next)}${next.slice(0, 2)}`)
  return terms.some(({ token }) => folded.includes(token))
}

/**
 * Finds up to three passages with the most terms of a search and returns them in the order of their times. Empty if there is no
 * match.
 */
export function findPassages(segments: readonly Segment[], terms: readonly SearchTerm[]): FoundPassage[] {
  const candidates: (FoundPassage & { found: number })[] = []
  let next = 0
  for (let at = 0; at < segments.length; at += 1) {
    if (at < next || !mayHave(segments, at, terms)) continue
    const stretch = stretchAround(segments, at)
    const { marks, found } = markTerms(stretch.text, terms)
    const [first] = marks
    if (!first) continue
    candidates.push({ startMs: startOf(stretch, first.from), parts: toParts(stretch.text, marks), found })
    next = stretch.from + stretch.segments.length
  }
  return candidates
    .sort((a, b) => b.found - a.found || a.startMs - b.startMs)
    .slice(0, MAX_PASSAGES)
    .sort((a, b) => a.startMs - b.startMs)
    .map(({ startMs, parts }) => ({ startMs, parts }))
}
