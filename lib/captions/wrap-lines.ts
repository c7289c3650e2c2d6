import { displayColumns, splitAtColumns } from '@/lib/captions/display-columns'
import { segmentText } from '@/lib/captions/segment-text'
import { codePointBefore, isNoSpace } from '@/lib/captions/text-joiner'
import { wrapPlainText } from '@/lib/captions/wrap-plain-text'

/** What no line break comes into: a word, or a piece of one that is too long; and what stands before it on a line. */
type Token = { text: string; columns: number; joiner: '' | ' ' }

const COLUMNS = 42
// 16 wide characters.
const CJK_COLUMNS = 32
const MAY_HAVE_NO_SPACES = /[\u0e00-\u1fff\u2e80-\u{3ffff}]/u
const CJK =
  /[\u1100-\u11ff\u2e80-\u30ff\u3130-\u318f\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff01-\uffdc\u{20000}-\u{3fffd}]/gu
const NOT_AT_START =
  /^[\p{Pe}\p{Pf}\p{Po}\u3005\u301c\u303b\u3041\u3043\u3045\u3047\u3049\u3063\u3083\u3085\u3087\u308e\u309b-\u309e\u30a1\u30a3\u30a5\u30a7\u30a9\u30c3\u30e3\u30e5\u30e7\u30ee\u30f5\u30f6\u30fb-\u30fe\u0e2f\u0e46]/u
const NOT_AT_END = /^[\p{Ps}\p{Pi}]$/u
const words = new Intl.Segmenter(undefined, { granularity: 'word' })

/** The most columns of a line of this text: 42, or 32 when at least half of its characters are Chinese, Japanese or Korean. */
function columnLimit(text: string): number {
  if (!MAY_HAVE_NO_SPACES.test(text)) return COLUMNS
  return (text.match(CJK)?.length ?? 0) * 2 >= text.replaceAll(' ', '').length ? CJK_COLUMNS : COLUMNS
}

/** Cuts a text of a script without spaces where a line may break: between words, never before closing punctuation. */
function splitUnspaced(chunk: string): string[] {
  const pieces: string[] = []
  let start = 0
  let end = 0
  let last: number | undefined
  for (const word of segmentText(words, chunk)) {
    const breakable =
      isNoSpace(last) &&
      isNoSpace(word.codePointAt(0)) &&
      !NOT_AT_START.test(word) &&
      !NOT_AT_END.test(String.fromCodePoint(last ?? 0))
    if (breakable) {
      pieces.push(chunk.slice(start, end))
      start = end
    }
    last = codePointBefore(word, word.length)
    end += word.length
  }
  pieces.push(chunk.slice(start))
  return pieces
}

function tokenize(text: string, limit: number): Token[] {
  const tokens: Token[] = []
  for (const chunk of text.split(/\s+/)) {
    if (chunk === '') continue
    let joiner: '' | ' ' = ' '
    for (const piece of MAY_HAVE_NO_SPACES.test(chunk) ? splitUnspaced(chunk) : [chunk]) {
      const columns = displayColumns(piece)
      const parts = columns > limit ? splitAtColumns(piece, limit) : [piece]
      for (const part of parts) {
        tokens.push({ text: part, columns: parts.length > 1 ? displayColumns(part) : columns, joiner })
        joiner = ''
      }
    }
  }
  return tokens
}

/** Where lines of at most `limit` columns begin, each as full as it gets: indexes of tokens. */
function lineStarts(tokens: readonly Token[], limit: number): number[] {
  const starts: number[] = []
  let columns = Number.POSITIVE_INFINITY
  for (const [index, token] of tokens.entries()) {
    columns += token.joiner.length + token.columns
    if (columns <= limit) continue
    starts.push(index)
    columns = token.columns
  }
  return starts
}

/** As few lines as `limit` allows, but at the narrowest limit that needs no more: they come out of similar length. */
function balancedStarts(tokens: readonly Token[], limit: number): number[] {
  let best = lineStarts(tokens, limit)
  if (best.length < 2) return best
  let tooNarrow = 0
  let narrowest = limit
  while (narrowest - tooNarrow > 1) {
    const middle = (tooNarrow + narrowest) >> 1
    const starts = lineStarts(tokens, middle)
    if (starts.length > best.length) tooNarrow = middle
    else {
      best = starts
      narrowest = middle
    }
  }
  return best
}

/**
 * Wraps a text of one line: at most 42 columns a line, or 32 (16 wide characters) where the text is mostly Chinese,
 * Japanese or Korean. Lines break at spaces, and between words of a script without spaces; a longer word is cut between
 * grapheme clusters. Uses as few lines as that allows, of similar length. Gives [] for a text of white space.
 */
export function wrapLines(text: string): string[] {
  const plain = wrapPlainText(text, COLUMNS)
  if (plain) return plain
  const limit = columnLimit(text)
  const tokens = tokenize(text, limit)
  const starts = balancedStarts(tokens, limit)
  return starts.map((start, line) => {
    const [first, ...rest] = tokens.slice(start, starts[line + 1])
    return first ? first.text + rest.map((token) => token.joiner + token.text).join('') : ''
  })
}
