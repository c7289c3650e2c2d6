import { textJoiner } from '@/lib/captions/text-joiner'

const TIDY_ASCII = /^[!-~]+(?: [!-~]+)*$/
const LINE_BREAK = /[\n\r\v\f\x85\u2028\u2029]/
// Control characters, zero-width space and byte order mark. A tab is white space.
const INVISIBLE = /(?!\t)[\p{Cc}\u200b\ufeff]/gu
const VISIBLE = /[^\p{Default_Ignorable_Code_Point}\p{Cc}\p{Z}]/u

/**
 * Puts a caption's text on one line: NFC, well-formed Unicode, no control characters, single spaces, none at the ends.
 * Its lines are joined by a space, or by nothing inside a script without spaces. Gives '' when nothing visible is left.
 */
export function tidyText(text: string): string {
  if (TIDY_ASCII.test(text)) return text
  const joined: string[] = []
  let previous = ''
  for (const rawLine of text.toWellFormed().split(LINE_BREAK)) {
    const line = rawLine.replace(INVISIBLE, '').replace(/\s+/g, ' ').trim()
    if (line === '') continue
    if (previous !== '') joined.push(textJoiner(previous, line))
    joined.push(line)
    previous = line
  }
  const tidy = joined.join('').normalize('NFC')
  return VISIBLE.test(tidy) ? tidy : ''
}
