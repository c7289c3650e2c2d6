import { isWhiteSpace } from '@/lib/captions/is-white-space'
import { appendUnit, newTextBuffer, readBuffer } from '@/lib/captions/text-buffer'

const SPACE = 0x20
const UNEVEN = /[^\S ]| {2}/

/** A text with a single space for each stretch of white space, line ends included, and none at its ends. */
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
