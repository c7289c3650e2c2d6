import { isWhiteSpace, trimmedEnd, trimmedStart } from '@/lib/captions/is-white-space'
import { plainSrtText } from '@/lib/captions/srt-text'

const LINE_FEED = 10
const CARRIAGE_RETURN = 13
const LINE_END = /\r\n|[\n\r]/

/** Whether the text between two places is lines that need no trimming, none of them blank, all ended by `\n` alone. */
function isTrimmed(text: string, start: number, end: number): boolean {
  for (let index = start; index < end; index++) {
    const code = text.charCodeAt(index)
    if (code === CARRIAGE_RETURN) return false
    if (code === LINE_FEED && (isWhiteSpace(text.charCodeAt(index - 1)) || isWhiteSpace(text.charCodeAt(index + 1))))
      return false
  }
  return true
}

/** Reads an SRT cue's lines, which stand between two places of the file, as plain text: trimmed, blank ones left out. */
export function readSrtText(text: string, from: number, to: number): string {
  const end = trimmedEnd(text, from, to)
  const start = trimmedStart(text, from, end)
  const lines = text.slice(start, end)
  if (isTrimmed(text, start, end)) return plainSrtText(lines)
  const filled = lines
    .split(LINE_END)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  return plainSrtText(filled.join('\n'))
}
