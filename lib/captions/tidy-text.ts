import { textJoiner } from '@/lib/captions/text-joiner'

const SPACE = 0x20
const LINE_FEED = 0x0a
const LINE_BREAK = /[\n\r\v\f\x85\u2028\u2029]/
// Control characters, zero-width space and byte order mark. A tab is white space.
const INVISIBLE = /(?!\t)[\p{Cc}\u200b\ufeff]/gu
const VISIBLE = /[^\p{Default_Ignorable_Code_Point}\p{Cc}\p{Z}]/u

/**
 * Whether a character is visible, no white space, and left alone by NFC next to any other of these: Latin, Greek and
 * Cyrillic letters, signs and punctuation, kana, Han and Hangul syllables. There are more; these are nearly all text.
 */
function isTidy(code: number): boolean {
  if (code < 0x300) return code > SPACE && (code < 0x7f || (code > 0xa0 && code !== 0xad))
  if (code < 0x3041) return (code >= 0x388 && code <= 0x482) || (code >= 0x2010 && code <= 0x2027) || isCjkPoint(code)
  return code <= 0x3096 || (code >= 0x30a1 && code <= 0x30fc) || (code >= 0x4e00 && code <= 0x9fff) || isHangul(code)
}

const isCjkPoint = (code: number) => code === 0x3001 || code === 0x3002

const isHangul = (code: number) => code >= 0xac00 && code <= 0xd7a3

function joinLines(lines: readonly string[]): string {
  let joined = ''
  let previous = ''
  for (const line of lines) {
    joined = previous === '' ? line : joined + textJoiner(previous, line) + line
    previous = line
  }
  return joined
}

/** The tidy form of a text that is tidy but for line feeds, or null for any other text. */
function tidyPlain(text: string): string | null {
  let afterSpace = true
  let hasBreak = false
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    const isSpace = code === SPACE || code === LINE_FEED
    if (isSpace ? afterSpace : !isTidy(code)) return null
    if (code === LINE_FEED) hasBreak = true
    afterSpace = isSpace
  }
  if (afterSpace) return null
  return hasBreak ? joinLines(text.split('\n')) : text
}

/**
 * Puts a caption's text on one line: NFC, well-formed Unicode, no control characters, single spaces, none at the ends.
 * Its lines are joined by a space, or by nothing inside a script without spaces. Gives '' when nothing visible is left.
 */
export function tidyText(text: string): string {
  const plain = tidyPlain(text)
  if (plain !== null) return plain
  const lines: string[] = []
  for (const rawLine of text.toWellFormed().split(LINE_BREAK)) {
    const line = rawLine.replace(INVISIBLE, '').replace(/\s+/g, ' ').trim()
    if (line !== '') lines.push(line)
  }
  const tidy = joinLines(lines).normalize('NFC')
  return VISIBLE.test(tidy) ? tidy : ''
}
