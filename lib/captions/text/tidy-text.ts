import { isAllOf, kindOf, SPACE, TIDY } from './character-kinds'
import { newTextBuffer, readBuffer, type TextBuffer, writeText } from './text-buffer'
import { textJoiner } from './text-joiner'
import { collapseSpaces } from './white-space'

const SPACE_CODE = 0x20
const LINE_FEED = 0x0a
const BATCH_LENGTH = 65_536
// From here on there are characters that are joined without a space.
const FIRST_UNSPACED = 0xe00
const LINE_BREAK = /[\n\r\v\f\x85\u2028\u2029]/
// Control characters, zero-width space and byte order mark. A tab is white space.
const INVISIBLE = /[^\P{Cc}\t]|[\u200b\ufeff]/gu
const VISIBLE = /[^\p{Default_Ignorable_Code_Point}\p{Cc}\p{Z}]/u

/**
 * Writes a text behind the end of a buffer with each line feed as a space. Returns 'tidy' if the text is tidy already, 'joined' if the
 * written text is the tidy one, else 'other'.
 */
function writeLines(buffer: TextBuffer, text: string): 'tidy' | 'joined' | 'other' {
  writeText(buffer, text)
  const { units, length: start } = buffer
  const end = start + text.length
  // Units are read faster than the characters of a string, above all without branches.
  let missing = 0
  let doubled = 0
  let hasLines = false
  let before = SPACE
  for (let index = start; index < end; index++) {
    let code = units[index] ?? 0
    if (code === LINE_FEED) {
      if (index > start && (units[index - 1] ?? 0) >= FIRST_UNSPACED) return 'other'
      hasLines = true
      code = SPACE_CODE
      units[index] = code
    }
    const kind = kindOf(code)
    missing |= ~kind
    doubled |= kind & before
    before = kind
  }
  if ((missing & TIDY) !== 0 || ((doubled | before) & SPACE) !== 0) return 'other'
  return hasLines ? 'joined' : 'tidy'
}

function joinLines(lines: readonly string[]): string {
  const chunks: string[] = []
  let previous = ''
  for (const line of lines) {
    if (previous !== '') chunks.push(textJoiner(previous, line))
    chunks.push(line)
    previous = line
  }
  return chunks.join('')
}

function tidyAny(text: string): string {
  const trimmed = text.trim()
  if (isAllOf(trimmed, TIDY)) return trimmed
  const lines: string[] = []
  for (const rawLine of text.toWellFormed().split(LINE_BREAK)) {
    const line = collapseSpaces(rawLine.replace(INVISIBLE, ''))
    if (line !== '') lines.push(line)
  }
  const tidy = joinLines(lines).normalize('NFC')
  return VISIBLE.test(tidy) ? tidy : ''
}

/**
 * Tidies the texts of cues as `tidyText` does. Joined lines become slices of a string that holds many of them, which leaves hardly
 * any garbage.
 */
export function tidyTexts(cues: readonly { text: string }[]): string[] {
  const tidy: string[] = []
  const joined = newTextBuffer(0)
  let waiting: number[] = []
  const cutJoined = () => {
    const all = readBuffer(joined)
    let start = 0
    for (const index of waiting) {
      const end = start + (tidy[index]?.length ?? 0)
      tidy[index] = all.slice(start, end)
      start = end
    }
    waiting = []
    joined.length = 0
  }
  for (const { text } of cues) {
    const written = writeLines(joined, text)
    if (written === 'joined') {
      waiting.push(tidy.length)
      joined.length += text.length
    }
    tidy.push(written === 'other' ? tidyAny(text) : text)
    if (joined.length > BATCH_LENGTH) cutJoined()
  }
  cutJoined()
  return tidy
}

/**
 * Puts the text of a caption on one line: NFC, well-formed Unicode, no control characters, single spaces, none at the ends. Lines
 * are joined by a space, or by nothing inside a script without spaces. Returns '' when nothing visible is left.
 */
export function tidyText(text: string): string {
  return isAllOf(text, TIDY) ? text : tidyAny(text)
}
