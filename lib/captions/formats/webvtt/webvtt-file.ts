import { formatClock } from '../../clock'
import { parseCounter, parseCueTimings } from '../../parsing/cue-timings'
import { appendUnit, newTextBuffer, readBuffer } from '../../text/text-buffer'
import { lineEndAfter, lineStartBefore, toLineFeeds } from '../../text/white-space'
import { parsePlainTimestamp, parseWebvttTimings, type WebvttTimings } from './webvtt-timings'

/** Called with each cue of a WebVTT file: integer milliseconds, its payload not yet parsed. */
export type VisitWebvttCue = (startMs: number, endMs: number, payload: string, id: string) => void

const ARROW = '-->'
const BLANK_LINE = '\n\n'
const LINE_FEED = 10
const SPACE = 32
// From the start of a line to its arrow, and from there to the second time.
const ARROW_OFFSET = 'HH:MM:SS.mmm '.length
const END_OFFSET = '--> '.length
const PLAIN_LENGTH = 'HH:MM:SS.mmm --> HH:MM:SS.mmm'.length
const REPLACEMENT = 0xfffd
const SIGNATURE = /^\ufeff?WEBVTT(?:[ \t\n\r]|$)/

/** Whether a text begins with the signature of WebVTT. */
export function isWebvtt(text: string): boolean {
  return SIGNATURE.test(text)
}

/** A block: the times and id of its cue, the range of its payload, and where the next block may begin. */
type Block = {
  timings: WebvttTimings | null
  hasArrow: boolean
  id: string
  payloadStart: number
  payloadEnd: number
  end: number
}

const OTHER_ARROW = /&gt;|[→⟶➔➜➡⇒]|[–—−] ?>/
const BLOCK_WITHOUT_CUE = /^\n*(?:NOTE(?:[ \t\n]|$)|(?:STYLE|REGION)[ \t]*(?:\n|$))/

/** Gives a file without a single arrow the arrows that a program has escaped or replaced. */
function repairArrows(input: string): string {
  if (input.includes(ARROW) || !OTHER_ARROW.test(input)) return input
  const repairLine = (line: string) => {
    const timings = OTHER_ARROW.test(line) ? parseCueTimings(line) : null
    return timings ? `${formatClock(timings.startMs, '.')} --> ${formatClock(timings.endMs, '.')}` : line
  }
  const blocks = input.split(BLANK_LINE)
  return blocks
    .map((block) => (BLOCK_WITHOUT_CUE.test(block) ? block : block.split('\n').map(repairLine).join('\n')))
    .join(BLANK_LINE)
}

function preprocess(text: string): string {
  const input = repairArrows(toLineFeeds(text))
  if (!input.includes('\0')) return input
  const withoutNul = newTextBuffer(input.length)
  for (let index = 0; index < input.length; index++) appendUnit(withoutNul, input.charCodeAt(index) || REPLACEMENT)
  return readBuffer(withoutNul)
}

/** The start of the blocks: after the signature line and the header, which ends at a blank line or a line with an arrow. */
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
 * Collects one block. Style, region and comment blocks need no special case: without an arrow they have no cue.
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

/** Whether the line at `start` has the shape `HH:MM:SS.mmm --> HH:MM:SS.mmm` and nothing else; digits are not checked. */
function hasPlainTimings(input: string, start: number, arrow: number): boolean {
  return (
    arrow === start + ARROW_OFFSET &&
    input.charCodeAt(start + PLAIN_LENGTH) === LINE_FEED &&
    input.charCodeAt(arrow - 1) === SPACE &&
    input.charCodeAt(arrow + ARROW.length) === SPACE
  )
}

/** The text of a cue that is on the line with its times, where settings are. */
function textAfterTimes(input: string, { payloadStart }: Block): string {
  const lineEnd = payloadStart - 1
  const line = input.slice(lineStartBefore(input, 0, lineEnd), Math.min(lineEnd, input.length))
  return parseCueTimings(line)?.rest.trim() ?? ''
}

/** A line that is to have times, with another arrow than that of the standard. */
const TIME_LIKE = /^[ \t]*\d{1,4}[:.]\S{1,12}[ \t]*(?:[-–—−=]{0,3} ?[>＞]|[→⟶➔➜➡⇒])[ \t]*\d/
const LONGEST_TIMES = 200

/** A block without the arrow of the standard: a cue (`timings` is null where they cannot be read), text, or neither. */
type Orphan = { kind: 'cue' | 'text' | 'none'; timings: WebvttTimings | null; payload: string }

/** Reads a block without an arrow. Comments, styles and regions are neither a cue nor text. */
function readOrphan(block: string): Orphan {
  if (block.trim() === '' || BLOCK_WITHOUT_CUE.test(block)) return { kind: 'none', timings: null, payload: '' }
  let lineStart = 0
  for (let lineCount = 1; lineCount <= 2 && lineStart < block.length; lineCount++) {
    const lineEnd = lineEndAfter(block, lineStart)
    const line = block.slice(lineStart, Math.min(lineEnd, lineStart + LONGEST_TIMES))
    if (TIME_LIKE.test(line)) {
      const timings = parseCueTimings(line)
      return { kind: 'cue', timings, payload: `${timings?.rest ?? ''}\n${block.slice(lineEnd + 1)}`.trim() }
    }
    lineStart = lineEnd + 1
  }
  return { kind: 'text', timings: null, payload: block }
}

/** Whether the next filled line from `position` on has times. */
function hasTimesNext(input: string, position: number): boolean {
  let lineStart = position
  while (input.charCodeAt(lineStart) === LINE_FEED) lineStart += 1
  const line = input.slice(lineStart, Math.min(lineEndAfter(input, lineStart), lineStart + LONGEST_TIMES))
  return line.includes(ARROW) || TIME_LIKE.test(line)
}

/**
 * Returns whether a number alone in a block is the counter of the next cue: the first cue has one too, or it continues those that
 * are IDs. Any other number is text.
 */
function counterReader(): {
  isCounter: (block: string, hasCueNext: boolean) => boolean
  noteCue: (id: string) => void
} {
  let cueCount = 0
  let areAlone = false
  let last: number | null = null
  return {
    isCounter: (block, hasCueNext) => {
      const number = hasCueNext ? parseCounter(block) : null
      if (number === null || !(cueCount === 0 || areAlone || number === (last ?? number) + 1)) return false
      areAlone ||= cueCount === 0
      last = number
      return true
    },
    noteCue: (id) => {
      cueCount += 1
      last = parseCounter(id) ?? last
    },
  }
}

/**
 * Parses a WebVTT file by the algorithm of the specification: calls `visit` with each cue in the order of the file, and `drop` for
 * each with unreadable times; a text without the signature has none. Beyond the specification, times may have another arrow, and a
 * block of text belongs to the cue before it.
 * @see https://www.w3.org/TR/webvtt1/#file-parsing
 */
export function parseWebvttFile(text: string, visit: VisitWebvttCue, drop: () => void): void {
  const input = preprocess(text)
  if (!isWebvtt(input)) return
  let position = headerEnd(input)
  let arrow = input.indexOf(ARROW, position)
  let blank = input.indexOf(BLANK_LINE, position)
  // The last cue, if it may have more text.
  const open = { isCue: false, startMs: 0, endMs: 0, payload: '', id: '' }
  const close = () => {
    if (open.isCue) visit(open.startMs, open.endMs, open.payload, open.id)
    open.isCue = false
  }
  const { isCounter, noteCue } = counterReader()
  const openCue = (startMs: number, endMs: number, payload: string, id: string) => {
    close()
    noteCue(id)
    open.isCue = true
    open.startMs = startMs
    open.endMs = endMs
    open.payload = payload
    open.id = id
  }
  while (position < input.length) {
    while (input.charCodeAt(position) === LINE_FEED) position += 1
    if (blank !== -1 && blank < arrow) blank = input.indexOf(BLANK_LINE, arrow)
    if (blank !== -1 && hasPlainTimings(input, position, arrow)) {
      const nextArrow = input.indexOf(ARROW, arrow + ARROW.length)
      const startMs = parsePlainTimestamp(input, position)
      const endMs = parsePlainTimestamp(input, arrow + END_OFFSET)
      if (startMs >= 0 && endMs >= 0 && (nextArrow === -1 || nextArrow > blank)) {
        openCue(startMs, endMs, input.slice(position + PLAIN_LENGTH + 1, blank), '')
        position = blank + 1
        arrow = nextArrow
        continue
      }
    }
    const block = collectBlock(input, position, arrow)
    const whole = input.slice(block.payloadStart, block.payloadEnd)
    const { kind, timings, payload } = block.hasArrow
      ? { kind: 'cue', timings: block.timings, payload: whole.trim() === '' ? textAfterTimes(input, block) : whole }
      : readOrphan(whole)
    if (kind === 'text' && !isCounter(whole, hasTimesNext(input, block.end)) && open.isCue)
      open.payload += `\n${payload}`
    if (kind === 'cue' && timings) openCue(timings.startMs, timings.endMs, payload, block.id)
    else if (kind === 'cue') {
      close()
      drop()
    }
    position = block.end
    if (arrow !== -1 && arrow < position) arrow = input.indexOf(ARROW, position)
  }
  close()
}
