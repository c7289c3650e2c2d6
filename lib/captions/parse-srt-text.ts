import { isWhiteSpace, trimmedEnd, trimmedStart } from '@/lib/captions/is-white-space'
import { plainSrtText } from '@/lib/captions/srt-text'

/** Whether the text between two places, trimmed itself, is lines that need no trimming, none of them blank. */
function isTrimmed(text: string, start: number, end: number): boolean {
  for (let index = text.indexOf('\n', start); index !== -1 && index < end; index = text.indexOf('\n', index + 1)) {
    if (isWhiteSpace(text.charCodeAt(index - 1)) || isWhiteSpace(text.charCodeAt(index + 1))) return false
  }
  return true
}

/** Reads an SRT cue's lines, which stand between two places of the file, as plain text: trimmed, blank ones left out. */
export function parseSrtText(text: string, from: number, to: number): string {
  const end = trimmedEnd(text, from, to)
  const start = trimmedStart(text, from, end)
  const lines = text.slice(start, end)
  if (isTrimmed(text, start, end)) return plainSrtText(lines)
  const filled = lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  return plainSrtText(filled.join('\n'))
}
