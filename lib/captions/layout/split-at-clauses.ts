import type { Segment, Word } from '../cue'
import { isAllOf, NARROW, TIDY } from '../text/character-kinds'
import { codePointBefore, isNoSpace } from '../text/text-joiner'
import { collapseSpaces } from '../text/white-space'
import { type LineTokens, lineTokens, tokenColumns } from './line-tokens'
import { countLetters, FEWEST_LETTERS, wordTimesAt } from './screen-cues'
import { limitsOf } from './script-limits'
import { SHORTEST_CUE_MS, type SubtitleLayout } from './subtitle-layout'
import { endsInArticle, wrapLines } from './wrap-lines'

const AFTER = String.raw`[\p{Pe}\p{Pf}"']{0,4}$`
const SENTENCE_END = new RegExp(String.raw`[\p{Sentence_Terminal}…]${AFTER}`, 'u')
const CLAUSE_END = new RegExp(`[,;:،؛、，；：—–]${AFTER}`, 'u')
const LONGEST_END = 6
// How far from the middle, as a share of the text, a cut may be to be better than one of a better kind. None within a word is.
const COSTS = { sentence: 0, clause: 0.1, word: 0.25, article: 0.35, insideWord: 1 }

/** Whether a word of a script with spaces is broken between two tokens. */
const isInsideWord = (text: string, start: number, endBefore: number) =>
  start === endBefore && !isNoSpace(codePointBefore(text, endBefore))

/** How little a text likes to be cut before a token. */
function cutCost(text: string, { starts, ends }: LineTokens, index: number): number {
  const end = ends[index - 1] ?? 0
  const before = text.slice(Math.max(0, end - LONGEST_END), end)
  if (SENTENCE_END.test(before)) return COSTS.sentence
  if (CLAUSE_END.test(before)) return COSTS.clause
  if (isInsideWord(text, starts[index] ?? 0, end)) return COSTS.insideWord
  return endsInArticle(text, end) ? COSTS.article : COSTS.word
}

/** The sums of what comes before each token, and of all. */
function sumsBefore(values: readonly number[]): number[] {
  const sums = [0]
  let sum = 0
  for (const value of values) {
    sum += value
    sums.push(sum)
  }
  return sums
}

/** The words of each part, by the letters before the part; none where the words of a segment are not its text. */
function wordsOfParts({ words = [] }: Segment, offsets: readonly number[]): Word[][] {
  const parts: Word[][] = offsets.map(() => [])
  let part = 0
  let letter = 0
  for (const word of words) {
    while (letter >= (offsets[part + 1] ?? Number.POSITIVE_INFINITY)) part += 1
    parts[part]?.push(word)
    letter += countLetters(word.text)
  }
  return parts
}

/** When each part ends: where the next should begin, but no part is shorter than `shortestMs`. */
function partEnds({ startMs, endMs }: Segment, begins: readonly number[], shortestMs: number): number[] {
  let from = startMs
  return begins.map((_, index) => {
    const remaining = begins.length - index - 1
    const next = begins[index + 1] ?? endMs
    from = remaining === 0 ? endMs : Math.min(Math.max(next, from + shortestMs), endMs - remaining * shortestMs)
    return from
  })
}

/**
 * Splits a segment into parts that fit into a cue of the layout: in halves, again and again, near the middle at the end of a
 * sentence, else of a clause, else of a word. They begin when their words do, else in proportion. Parts for length of time have a
 * word or more; those that are repaired, and so can end earlier, eight letters or more. A segment of few milliseconds stays in as
 * many parts. Words and speakers go with them.
 */
export function splitAtClauses(
  segment: Segment,
  { maxLineLength, maxLines, maxMs, repair }: SubtitleLayout,
): Segment[] {
  const { startMs, endMs } = segment
  const text = collapseSpaces(segment.text)
  if (text === '') return []
  const tokens = lineTokens(text, maxLineLength ?? limitsOf(text).lineColumns, isAllOf(text, NARROW | TIDY))
  const { starts, ends } = tokens
  const columns = sumsBefore(starts.map((_, index) => tokenColumns(tokens, index)))
  const letters = sumsBefore(starts.map((start, index) => countLetters(text.slice(start, ends[index]))))
  const total = letters.pop() ?? 0
  const breaks = sumsBefore(starts.map((start, index) => Number(!isInsideWord(text, start, ends[index - 1] ?? -1))))
  const wordTimes = wordTimesAt(segment, letters, total)
  const times = wordTimes ?? letters.map((before) => startMs + Math.round(((endMs - startMs) * before) / total))
  const textOf = (from: number, to: number) => text.slice(starts[from], ends[to - 1])
  const lettersOf = (from: number, to: number) => (letters[to] ?? total) - (letters[from] ?? total)
  const timeOf = (index: number) => times[index] ?? endMs

  const fits = (from: number, to: number): boolean => {
    if (to - from < 2) return true
    const isWhole = repair ? lettersOf(from, to) < 2 * FEWEST_LETTERS : breaks[from + 1] === breaks[to]
    return (
      (isWhole || timeOf(to) - timeOf(from) <= maxMs) &&
      wrapLines(textOf(from, to), 1, maxLineLength).length <= maxLines
    )
  }
  const findCut = (from: number, to: number): number => {
    const [first, last] = [columns[from] ?? 0, columns[to] ?? 0]
    let [best, lowest] = [from + 1, Number.POSITIVE_INFINITY]
    for (let index = from + 1; index < to; index++) {
      const offset = Math.abs((columns[index] ?? 0) - (first + last) / 2) / Math.max(last - first, 1)
      if (offset >= lowest) continue
      const cost = offset + cutCost(text, tokens, index)
      if (cost < lowest) [best, lowest] = [index, cost]
    }
    return best
  }
  const begins: number[] = []
  const divide = (from: number, to: number): void => {
    if (fits(from, to)) begins.push(from)
    else {
      const cut = findCut(from, to)
      divide(from, cut)
      divide(cut, to)
    }
  }
  divide(0, starts.length)
  const perPart = Math.ceil(begins.length / Math.max(1, endMs - startMs))
  const kept = begins.filter((_, index) => index % perPart === 0)
  const evenMs = Math.max(1, Math.floor((endMs - startMs) / kept.length))
  const endsMs = partEnds(segment, kept.map(timeOf), wordTimes ? 1 : Math.min(SHORTEST_CUE_MS, evenMs))
  const words = wordTimes
    ? wordsOfParts(
        segment,
        kept.map((from) => letters[from] ?? total),
      )
    : []
  const { speaker } = segment
  return kept.map((from, index) => ({
    startMs: endsMs[index - 1] ?? startMs,
    endMs: endsMs[index] ?? endMs,
    text: textOf(from, kept[index + 1] ?? starts.length),
    ...(wordTimes && { words: words[index] ?? [] }),
    ...(speaker !== undefined && { speaker }),
  }))
}
