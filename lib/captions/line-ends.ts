import { appendUnit, newTextBuffer, readBuffer } from '@/lib/captions/text-buffer'

const LINE_FEED = 10
const CARRIAGE_RETURN = 13

/** A text without its byte order mark, every line end a line feed. */
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

/** Where the line ends that `index` is in: at its line feed, or at the text's end. */
export function lineEndAfter(text: string, index: number): number {
  const end = text.indexOf('\n', index)
  return end === -1 ? text.length : end
}

/** Where the line starts that `index` is in, but not before `from`. */
export function lineStartBefore(text: string, from: number, index: number): number {
  let start = index
  while (start > from && text.charCodeAt(start - 1) !== LINE_FEED) start -= 1
  return start
}

/** Where the line after the one that `index` is in starts, or the text's end. */
export function nextLineStart(text: string, index: number): number {
  return Math.min(lineEndAfter(text, index) + 1, text.length)
}
