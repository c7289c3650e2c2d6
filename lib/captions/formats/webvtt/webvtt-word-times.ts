import { formatClock } from '../../clock'
import type { Segment } from '../../cue'
import type { ScreenCue } from '../../layout/screen-cues'
import { isWhiteSpace } from '../../text/white-space'

/** A text without its white space. */
function lettersOf(text: string): string {
  let letters = ''
  for (let index = 0; index < text.length; index++)
    if (!isWhiteSpace(text.charCodeAt(index))) letters += text.charAt(index)
  return letters
}

/**
 * The start of each word by the number of letters before it, white space not counted; empty where the words of a segment are not its
 * text.
 */
function startsByLetter({ text, words = [] }: Segment): ReadonlyMap<number, number> {
  const starts = new Map<number, number>()
  let letters = ''
  for (const word of words) {
    starts.set(letters.length, word.startMs)
    letters += lettersOf(word.text)
  }
  return letters === lettersOf(text) ? starts : new Map()
}

/**
 * Writes the cues of a segment, in their order, with the time of each word within its cue. Each time is later than the start of
 * the cue and than the time before it, and earlier than the cue's end; a word whose time is not has none.
 * @see https://www.w3.org/TR/webvtt1/#webvtt-timestamp
 */
export function timeWords(segment: Segment, escapeText: (text: string) => string): (cue: ScreenCue) => string[] {
  const starts = startsByLetter(segment)
  let letter = 0
  return ({ startMs, endMs, lines }) => {
    let lastMs = startMs
    return lines.map((line) => {
      let timed = ''
      let from = 0
      for (let index = 0; index < line.length; index++) {
        if (isWhiteSpace(line.charCodeAt(index))) continue
        const wordMs = starts.get(letter++)
        if (wordMs === undefined || wordMs <= lastMs || wordMs >= endMs) continue
        timed += `${escapeText(line.slice(from, index))}<${formatClock(wordMs, '.')}>`
        from = index
        lastMs = wordMs
      }
      return timed + escapeText(line.slice(from))
    })
  }
}
