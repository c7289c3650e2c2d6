import { isAllOf, NARROW, TIDY } from '../text/character-kinds'
import { collapseSpaces } from '../text/white-space'
import { displayColumns } from './columns'
import { type LineTokens, lineTokens, tokenColumns } from './line-tokens'
import { limitsOf } from './script-limits'

/** The columns of a line from one token up to another. */
function lineColumns(tokens: LineTokens, from: number, to: number): number {
  const { starts, ends } = tokens
  let sum = 0
  for (let index = from; index < to; index++) {
    sum += tokenColumns(tokens, index) + (index > from && starts[index] !== ends[index - 1] ? 1 : 0)
  }
  return sum
}

/**
 * Fills lines of at most `limit` columns greedily. Adds the index of the first token of each line to `begins`, if given. Returns
 * the number of lines.
 */
function fillLines(tokens: LineTokens, limit: number, begins?: number[]): number {
  const { starts, ends } = tokens
  let count = 0
  let filled = 0
  for (let index = 0; index < starts.length; index++) {
    const width = tokenColumns(tokens, index)
    filled += width + (index > 0 && starts[index] !== ends[index - 1] ? 1 : 0)
    if (count > 0 && filled <= limit) continue
    begins?.push(index)
    count += 1
    filled = width
  }
  return count
}

/** The narrowest limit that needs no more lines than the widest, so that the lines have similar lengths. */
function narrowestLimit(tokens: LineTokens, widest: number): number {
  const fewest = fillLines(tokens, widest)
  if (fewest < 2) return widest
  let tooNarrow = 0
  let narrowest = widest
  while (narrowest - tooNarrow > 1) {
    const middle = (tooNarrow + narrowest) >> 1
    if (fillLines(tokens, middle) > fewest) tooNarrow = middle
    else narrowest = middle
  }
  return narrowest
}

/** The widest limit up to `widest` that needs at least `fewestLines`; that of single tokens if there is none. */
function widestLimit(tokens: LineTokens, widest: number, fewestLines: number): number {
  let fits = 1
  let tooWide = widest + 1
  while (tooWide - fits > 1) {
    const middle = (fits + tooWide) >> 1
    if (fillLines(tokens, middle) < fewestLines) tooWide = middle
    else fits = middle
  }
  return fits
}

/**
 * Moves a line break that separates an article from its noun: before the article, else behind the noun, if the lines on both sides
 * stay within `limit`.
 */
function keepArticles(text: string, tokens: LineTokens, begins: number[], limit: number): void {
  const endsLine = (index: number) => endsInArticle(text, tokens.ends[index - 1] ?? 0)
  for (let line = 1; line < begins.length; line++) {
    const previous = begins[line - 1] ?? 0
    const begin = begins[line] ?? 0
    const next = begins[line + 1] ?? tokens.ends.length
    if (!endsLine(begin)) continue
    if (begin - 1 > previous && !endsLine(begin - 1) && lineColumns(tokens, begin - 1, next) <= limit)
      begins[line] = begin - 1
    else if (begin + 1 < next && !endsLine(begin + 1) && lineColumns(tokens, previous, begin + 1) <= limit)
      begins[line] = begin + 1
  }
}

/**
 * Wraps a text of one line: at most `maxColumns` a line, or as its script has them (see `limitsOf`). Lines break at spaces and
 * between words of scripts without spaces, after an article only if nothing else fits; a word longer than a line is broken as
 * `lineTokens` breaks it. Uses as few lines as possible, but `fewestLines` if the text has so many words, of similar length.
 * Returns [] for a text of white space. Linear time.
 */
export function wrapLines(text: string, fewestLines = 1, maxColumns: number | null = null): string[] {
  const isPlain = isAllOf(text, NARROW | TIDY)
  const even = isPlain ? text : collapseSpaces(text)
  const widest = maxColumns ?? limitsOf(even).lineColumns
  const fitsOnOne = even.length <= widest && displayColumns(even) <= widest
  if (even === '' || (fitsOnOne && fewestLines <= 1)) return even === '' ? [] : [even]
  const tokens = lineTokens(even, widest, isPlain)
  const limit = fewestLines > 1 ? widestLimit(tokens, widest, fewestLines) : widest
  const begins: number[] = []
  fillLines(tokens, narrowestLimit(tokens, limit), begins)
  keepArticles(even, tokens, begins, limit)
  return begins.map((begin, line) => {
    const end = (begins[line + 1] ?? tokens.ends.length) - 1
    return even.slice(tokens.starts[begin], tokens.ends[end])
  })
}

const SPACE = 0x20
const LONGEST = 5
const BITS_A_LETTER = 5

/** The position of a letter in the ASCII alphabet from 1 on, without regard to case; 0 for any other character. */
function letterOf(code: number): number {
  const letter = (code | SPACE) - 0x60
  return code < 0x80 && letter >= 1 && letter <= 26 ? letter : 0
}

/** The word of up to five ASCII letters that ends before `end`, as a number without regard to case; -1 for any other word. */
function lastWord(text: string, end: number): number {
  let word = 0
  for (let index = end - 1; index >= 0; index--) {
    const code = text.charCodeAt(index)
    if (code === SPACE) break
    const letter = letterOf(code)
    if (letter === 0 || end - index > LONGEST) return -1
    word = (word << BITS_A_LETTER) | letter
  }
  return word
}

/** Articles of English, French, German, Spanish, Italian and Portuguese that are hardly ever another part of speech. */
const ARTICLES = new Set(
  'a an the le la les un une des el los las una il lo gli uno der die das ein eine einen den dem os um uma'
    .split(' ')
    .map((word) => lastWord(word, word.length)),
)

/** Whether the word that ends before `end` is an article. No line should end with one. */
export function endsInArticle(text: string, end: number): boolean {
  return ARTICLES.has(lastWord(text, end))
}
