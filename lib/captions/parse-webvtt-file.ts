import { MAX_CUES } from '@/lib/captions/caption-bounds'
import { parseWebvttTimings } from '@/lib/captions/parse-webvtt-timings'

/** A cue as it stands in a WebVTT file: integer milliseconds, its settings and its payload unread. */
export type WebvttCue = { id: string; startMs: number; endMs: number; settings: string; payload: string }

const ARROW = '-->'
const SIGNATURE = /^WEBVTT(?:[ \t\n]|$)/

/** The cue of one block, whether its times couldn't be read, and where the next block may begin. */
type Block = { cue: WebvttCue | null; dropped: boolean; end: number }

function preprocess(text: string): string {
  const input = text.startsWith('\ufeff') ? text.slice(1) : text
  const withoutNul = input.includes('\0') ? input.replaceAll('\0', '\ufffd') : input
  return withoutNul.includes('\r') ? withoutNul.replace(/\r\n?/g, '\n') : withoutNul
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

function readCue(input: string, lineStart: number, lineEnd: number, id: string): WebvttCue | null {
  const timings = parseWebvttTimings(input, lineStart, lineEnd)
  if (!timings) return null
  const { startMs, endMs, settingsStart } = timings
  const settings = settingsStart === lineEnd ? '' : input.slice(settingsStart, lineEnd).trim()
  return { id, startMs, endMs, settings, payload: '' }
}

/**
 * Collects one block. Style, region and comment blocks need no case of their own: they hold no arrow, and so no cue.
 * @see https://www.w3.org/TR/webvtt1/#collect-a-webvtt-block
 */
function collectBlock(input: string, blockStart: number, firstArrow: number): Block {
  let position = blockStart
  let arrow = firstArrow
  let cue: WebvttCue | null = null
  let seenArrow = false
  let payloadStart = blockStart
  let payloadEnd = blockStart
  for (let lineCount = 1; position < input.length; lineCount++) {
    const newline = input.indexOf('\n', position)
    const lineEnd = newline === -1 ? input.length : newline
    if (arrow !== -1 && arrow < position) arrow = input.indexOf(ARROW, position)
    if (arrow !== -1 && arrow < lineEnd) {
      if (lineCount > 2 || seenArrow) break
      seenArrow = true
      cue = readCue(input, position, lineEnd, input.slice(payloadStart, payloadEnd))
      payloadStart = lineEnd + 1
      payloadEnd = payloadStart
    } else if (lineEnd === position) break
    else payloadEnd = lineEnd
    position = lineEnd + 1
  }
  if (cue) cue.payload = input.slice(payloadStart, payloadEnd)
  return { cue, dropped: seenArrow && cue === null, end: position }
}

/**
 * Reads a WebVTT file's cues in the order of the file, by the algorithm of the specification; a text without the
 * signature has none. `dropped` counts cues with unreadable times and those beyond `MAX_CUES`. Never throws.
 * @see https://www.w3.org/TR/webvtt1/#file-parsing
 */
export function parseWebvttFile(text: string): { cues: WebvttCue[]; dropped: number } {
  const input = preprocess(text)
  const cues: WebvttCue[] = []
  let dropped = 0
  if (!SIGNATURE.test(input)) return { cues, dropped }
  let position = headerEnd(input)
  let arrow = input.indexOf(ARROW, position)
  // Without a further arrow there is no further cue.
  while (arrow !== -1) {
    while (input.charCodeAt(position) === 10) position += 1
    const block = collectBlock(input, position, arrow)
    if (block.cue && cues.length < MAX_CUES) cues.push(block.cue)
    else if (block.cue || block.dropped) dropped += 1
    position = block.end
    if (arrow < position) arrow = input.indexOf(ARROW, position)
  }
  return { cues, dropped }
}
