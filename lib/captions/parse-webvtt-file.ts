import { MAX_CUES } from '@/lib/captions/caption-bounds'
import { toLineFeeds } from '@/lib/captions/line-ends'
import { parsePlainTimestamp, parseWebvttTimings, type WebvttTimings } from '@/lib/captions/parse-webvtt-timings'
import { appendUnit, newTextBuffer, readBuffer } from '@/lib/captions/text-buffer'

/** Called with a cue as it stands in a WebVTT file: integer milliseconds, its payload unread. */
export type VisitWebvttCue = (startMs: number, endMs: number, payload: string, id: string) => void

const ARROW = '-->'
const BLANK_LINE = '\n\n'
const LINE_FEED = 10
const SPACE = 32
// From a line's start to its arrow, and from there to the second time.
const ARROW_OFFSET = 'HH:MM:SS.mmm '.length
const END_OFFSET = '--> '.length
const PLAIN_LENGTH = 'HH:MM:SS.mmm --> HH:MM:SS.mmm'.length
const REPLACEMENT = 0xfffd
const SIGNATURE = /^WEBVTT(?:[ \t\n]|$)/

/** What one block is: its cue's times and id, where its payload stands, and where the next block may begin. */
type Block = {
  timings: WebvttTimings | null
  hasArrow: boolean
  id: string
  payloadStart: number
  payloadEnd: number
  end: number
}

function preprocess(text: string): string {
  const input = toLineFeeds(text)
  if (!input.includes('\0')) return input
  const withoutNul = newTextBuffer(input.length)
  for (let index = 0; index < input.length; index++) appendUnit(withoutNul, input.charCodeAt(index) || REPLACEMENT)
  return readBuffer(withoutNul)
}

/** Where the blocks begin: after the signature's line and the header, which runs to a blank line or one with an arrow. */
function headerEnd(input: string): number {
  let position = input.indexOf('\n') + 1
  if (position === 0) return input.length
  const arrow = input.indexOf(ARROW, position)
  while (position < input.length) {
    let lineEnd = input.indexOf('\n', position)
    if (lineEnd === -1) lineEnd = input.length
    if (arrow !== -1 && arrow < lineEnd) return position
    if (lineEnd === position) return position + 1
    position = lineEnd + 1
  }
  return input.length
}

/**
 * Collects one block. Style, region and comment blocks need no case of their own: they hold no arrow, and so no cue.
 * @see https://www.w3.org/TR/webvtt1/#collect-a-webvtt-block
 */
function collectBlock(input: string, start: number, firstArrow: number): Block {
  const block: Block = { timings: null, hasArrow: false, id: '', payloadStart: start, payloadEnd: start, end: start }
  let arrow = firstArrow
  for (let lineCount = 1; block.end < input.length; lineCount++) {
    const position = block.end
    const newline = input.indexOf('\n', position)
    const lineEnd = newline === -1 ? input.length : newline
    if (arrow !== -1 && arrow < position) arrow = input.indexOf(ARROW, position)
    if (arrow !== -1 && arrow < lineEnd) {
      if (lineCount > 2 || block.hasArrow) break
      block.hasArrow = true
      block.timings = parseWebvttTimings(input, position)
      block.id = input.slice(block.payloadStart, block.payloadEnd)
      block.payloadStart = lineEnd + 1
      block.payloadEnd = block.payloadStart
    } else if (lineEnd === position) break
    else block.payloadEnd = lineEnd
    block.end = lineEnd + 1
  }
  return block
}

/** Whether at `start` stands a line that is `HH:MM:SS.mmm --> HH:MM:SS.mmm` and nothing else, but for the digits. */
function hasPlainTimings(input: string, start: number, arrow: number): boolean {
  return (
    arrow === start + ARROW_OFFSET &&
    input.charCodeAt(start + PLAIN_LENGTH) === LINE_FEED &&
    input.charCodeAt(arrow - 1) === SPACE &&
    input.charCodeAt(arrow + ARROW.length) === SPACE
  )
}

/**
 * Reads a WebVTT file by the algorithm of the specification: calls `visit` with each cue in the order of the file; a text
 * without the signature has none. Gives how many were left out: cues with unreadable times and those beyond `MAX_CUES`.
 * @see https://www.w3.org/TR/webvtt1/#file-parsing
 */
export function parseWebvttFile(text: string, visit: VisitWebvttCue): number {
  const input = preprocess(text)
  let count = 0
  let dropped = 0
  if (!SIGNATURE.test(input)) return dropped
  let position = headerEnd(input)
  let arrow = input.indexOf(ARROW, position)
  let blank = input.indexOf(BLANK_LINE, position)
  // Without a further arrow there is no further cue.
  while (arrow !== -1) {
    while (input.charCodeAt(position) === LINE_FEED) position += 1
    if (blank !== -1 && blank < arrow) blank = input.indexOf(BLANK_LINE, arrow)
    if (blank !== -1 && hasPlainTimings(input, position, arrow)) {
      const nextArrow = input.indexOf(ARROW, arrow + ARROW.length)
      const startMs = parsePlainTimestamp(input, position)
      const endMs = parsePlainTimestamp(input, arrow + END_OFFSET)
      if (startMs >= 0 && endMs >= 0 && (nextArrow === -1 || nextArrow > blank)) {
        if (count < MAX_CUES) visit(startMs, endMs, input.slice(position + PLAIN_LENGTH + 1, blank), '')
        count += 1
        position = blank + 1
        arrow = nextArrow
        continue
      }
    }
    const { timings, hasArrow, id, payloadStart, payloadEnd, end } = collectBlock(input, position, arrow)
    if (timings) {
      if (count < MAX_CUES) visit(timings.startMs, timings.endMs, input.slice(payloadStart, payloadEnd), id)
      count += 1
    } else if (hasArrow) dropped += 1
    position = end
    if (arrow < position) arrow = input.indexOf(ARROW, position)
  }
  return dropped + Math.max(0, count - MAX_CUES)
}
