import { kindOf, NARROW, SIGN, SPACE, TIDY } from '@/lib/captions/character-kinds'
import { endsInArticle } from '@/lib/captions/ends-in-article'
import { appendUnit, reserve, type TextBuffer } from '@/lib/captions/text-buffer'
import { LINE_COLUMNS } from '@/lib/captions/wrap-lines'

const LINE_FEED = 10
const SPACE_CODE = 32
const PLAIN = NARROW | TIDY

/**
 * Writes a text to a place of the buffer. Gives 'other' unless it is narrow characters and single spaces between them,
 * 'signs' where there are some among them that a format may have to escape.
 */
function writePlain(units: Uint16Array, at: number, text: string): 'plain' | 'signs' | 'other' {
  // Without branches this is as fast as copying the text.
  let missing = 0
  let some = 0
  let doubled = 0
  let before = SPACE
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    const kind = kindOf(code)
    missing |= ~kind
    some |= kind
    doubled |= kind & before
    before = kind
    units[at + index] = code
  }
  if ((missing & PLAIN) !== 0 || ((doubled | before) & SPACE) !== 0) return 'other'
  return (some & SIGN) === 0 ? 'plain' : 'signs'
}

/** The space in a text written at `at` at which two lines come out most alike, the first one the longer; or -1. */
function middleSpace(units: Uint16Array, at: number, length: number): number {
  for (let after = length >> 1, before = (length - 1) >> 1; before > 0; after++, before--) {
    if (units[at + after] === SPACE_CODE) return after
    if (units[at + before] === SPACE_CODE) return before
  }
  return -1
}

/** The break next to one that parts an article from its noun: before the article, else after the noun, where both fit. */
function keepArticle(text: string, space: number): number {
  if (!endsInArticle(text, space)) return space
  const before = text.lastIndexOf(' ', space - 1)
  if (before !== -1 && text.length - before - 1 <= LINE_COLUMNS && !endsInArticle(text, before)) return before
  const after = text.indexOf(' ', space + 1)
  return after !== -1 && after <= LINE_COLUMNS && !endsInArticle(text, after) ? after : space
}

/** The break of a text of so many characters written at `at`: 0 where it fits on one line, -1 where it doesn't on two. */
function findBreak(units: Uint16Array, at: number, text: string): number {
  if (text.length <= LINE_COLUMNS) return 0
  const space = middleSpace(units, at, text.length)
  return space < 1 || space > LINE_COLUMNS || text.length - space - 1 > LINE_COLUMNS ? -1 : keepArticle(text, space)
}

/**
 * Appends the lines of a text, each with a line feed, as `wrapLines` gives them, where that is plain to see: narrow
 * characters, in one line or two; those with signs that a format may have to escape by `appendLine`. Appends nothing and
 * gives false for any other text.
 */
export function appendPlainLines(
  buffer: TextBuffer,
  text: string,
  appendLine: (buffer: TextBuffer, line: string) => void,
): boolean {
  if (text.length > 2 * LINE_COLUMNS + 1) return false
  reserve(buffer, text.length + 1)
  const { units, length } = buffer
  const written = writePlain(units, length, text)
  const lineBreak = written === 'other' ? -1 : findBreak(units, length, text)
  if (lineBreak === -1) return false
  if (written === 'plain') {
    if (lineBreak > 0) units[length + lineBreak] = LINE_FEED
    buffer.length = length + text.length
  } else {
    if (lineBreak > 0) {
      appendLine(buffer, text.slice(0, lineBreak))
      appendUnit(buffer, LINE_FEED)
    }
    appendLine(buffer, lineBreak > 0 ? text.slice(lineBreak + 1) : text)
  }
  appendUnit(buffer, LINE_FEED)
  return true
}
