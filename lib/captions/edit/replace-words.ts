import { isNoSpace } from '../text/text-joiner'
import { tidyText } from '../text/tidy-text'
import type { SegmentEdit } from './edit-segments'
import type { SpokenText } from './text-change'

/** What is looked for in each segment, and what takes its place; '' deletes it. */
export type WordReplacement = { find: string; replacement: string; caseSensitive: boolean; wholeWords: boolean }

const WORD_CHARACTER = /[\p{L}\p{N}\p{M}_]/u

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
}

/** Whether a match ends where words do. A script without spaces has no such ends. */
function isWholeWord(text: string, from: number, to: number): boolean {
  const isJoined = (before: string, after: string) =>
    WORD_CHARACTER.test(before) &&
    WORD_CHARACTER.test(after) &&
    !(isNoSpace(before.codePointAt(0)) || isNoSpace(after.codePointAt(0)))
  const before = [...text.slice(Math.max(0, from - 2), from)].at(-1) ?? ''
  const [first = ''] = text.slice(from, to)
  const last = [...text.slice(Math.max(from, to - 2), to)].at(-1) ?? ''
  const [after = ''] = text.slice(to, to + 2)
  return !isJoined(before, first) && !isJoined(last, after)
}

/** The edits that replace a text wherever it stands in a segment, and how often it does. A segment without text is deleted. */
export function replaceWords(
  { segments }: SpokenText,
  { find, replacement, caseSensitive, wholeWords }: WordReplacement,
): { edits: SegmentEdit[]; count: number } {
  const wanted = find.normalize('NFC')
  const pattern = new RegExp(escapePattern(wanted).replace(/ +/g, ' +'), caseSensitive ? 'gu' : 'giu')
  const edits: SegmentEdit[] = []
  let count = 0
  for (const [index, { text }] of segments.entries()) {
    let found = 0
    const replaced = text.replace(pattern, (match: string, from: number) => {
      if (wholeWords && !isWholeWord(text, from, from + match.length)) return match
      found += 1
      return replacement
    })
    if (found === 0) continue
    count += found
    const tidied = tidyText(replaced)
    if (tidied !== text) edits.push({ index, deleted: 1, segments: tidied === '' ? [] : [{ text: tidied }] })
  }
  return { edits, count }
}
