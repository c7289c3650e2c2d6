import { appendUnit, newTextBuffer, readBuffer } from './text-buffer'

/** Whether a UTF-16 code unit is white space by `String.prototype.trim` and `\s`, line ends included. */
export function isWhiteSpace(code: number): boolean {
  if (code < 0xa0) return code === 0x20 || (code >= 0x09 && code <= 0x0d)
  if (code < 0x1680) return code === 0xa0
  if (code <= 0x200a) return code === 0x1680 || code >= 0x2000
  return code === 0x2028 || code === 0x2029 || code === 0x202f || code === 0x205f || code === 0x3000 || code === 0xfeff
}

/** The start of the white space before `end`, at least `start`. */
export function trimmedEnd(text: string, start: number, end: number): number {
  let index = end
  while (index > start && isWhiteSpace(text.charCodeAt(index - 1))) index -= 1
  return index
}

/** The end of the white space from `start` on, at most `end`. */
export function trimmedStart(text: string, start: number, end: number): number {
  let index = start
  while (index < end && isWhiteSpace(text.charCodeAt(index))) index += 1
  return index
}

const SPACE = 0x20
const UNEVEN = /[^\S ]| {2}/

/** Trims a text and replaces each stretch of white space, line ends included, by a single space. */
export function collapseSpaces(text: string): string {
  const trimmed = text.trim()
  if (!UNEVEN.test(trimmed)) return trimmed
  const even = newTextBuffer(trimmed.length)
  let afterSpace = false
  for (let index = 0; index < trimmed.length; index++) {
    const code = trimmed.charCodeAt(index)
    const isSpace = isWhiteSpace(code)
    if (!isSpace) appendUnit(even, code)
    else if (!afterSpace) appendUnit(even, SPACE)
    afterSpace = isSpace
  }
  return readBuffer(even)
}

const LINE_FEED = 10
const CARRIAGE_RETURN = 13

/** Trims the lines of a trimmed text and drops blank ones: each stretch of white space in which a line ends becomes a line feed. */
export function trimLines(text: string): string {
  const lines = newTextBuffer(text.length)
  let spaceStart = 0
  let isLineEnd = false
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (isWhiteSpace(code)) {
      isLineEnd ||= code === LINE_FEED
      continue
    }
    if (isLineEnd) appendUnit(lines, LINE_FEED)
    else for (let space = spaceStart; space < index; space++) appendUnit(lines, text.charCodeAt(space))
    appendUnit(lines, code)
    spaceStart = index + 1
    isLineEnd = false
  }
  return readBuffer(lines)
}

/** Removes a byte order mark and makes every line end a line feed. */
export function toLineFeeds(text: string): string {
  const unmarked = text.startsWith('\ufeff') ? text.slice(1) : text
  if (!unmarked.includes('\r')) return unmarked
  const lines = newTextBuffer(unmarked.length)
  let before = 0
  for (let index = 0; index < unmarked.length; index++) {
    const code = unmarked.charCodeAt(index)
    if (code !== LINE_FEED || before !== CARRIAGE_RETURN) appendUnit(lines, code === CARRIAGE_RETURN ? LINE_FEED : code)
    before = code
  }
  return readBuffer(lines)
}

/** The end of the line at `index`: its line feed, or the end of the text. */
export function lineEndAfter(text: string, index: number): number {
  const end = text.indexOf('\n', index)
  return end === -1 ? text.length : end
}

/** The start of the line at `index`, but not before `from`. */
export function lineStartBefore(text: string, from: number, index: number): number {
  let start = index
  while (start > from && text.charCodeAt(start - 1) !== LINE_FEED) start -= 1
  return start
}

/** The start of the line after the one at `index`, or the end of the text. */
export function nextLineStart(text: string, index: number): number {
  return Math.min(lineEndAfter(text, index) + 1, text.length)
}
