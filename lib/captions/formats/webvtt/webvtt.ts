import type { Cue, ParsedCues, Segment } from '../../cue'
import { appendCueTimes, renderSubtitles, type SubtitleFormat, type SubtitleOptions } from '../../layout/subtitles'
import { addCue, dropCue, noCues } from '../../parsing/collect-cues'
import { kindOf, SIGN } from '../../text/character-kinds'
import { appendText, appendUnit, newTextBuffer, readBuffer, type TextBuffer } from '../../text/text-buffer'
import type { ReadFormat, WrittenFormat } from '../format'
import { facts } from './facts'
import { type TimedPayload, webvttCueText, webvttCueVoice, webvttVoices } from './webvtt-cue-text'
import { isWebvtt, parseWebvttFile, type VisitWebvttCue } from './webvtt-file'
import { timeWords } from './webvtt-word-times'

const isPlain = (payload: string) => !payload.includes('<') && !payload.includes('&')

function toCue({ payload, startMs, endMs }: TimedPayload): Cue {
  const { text, words } = webvttCueText(payload, startMs, endMs)
  const cue: Cue = words ? { startMs, endMs, text, words } : { startMs, endMs, text }
  const speaker = webvttCueVoice(payload)
  if (speaker !== undefined) cue.speaker = speaker
  return cue
}

/**
 * Parses a WebVTT file: its cues in the order of the file, with plain text and, where the payload has timestamps, words.
 * A cue whose end is before its start is kept as it is. `dropped` counts cues with unreadable times, times beyond exact
 * integers, and those beyond `MAX_CUES`. Never throws; a text that isn't WebVTT has no cues. Linear time.
 * @see https://www.w3.org/TR/webvtt1/#file-parsing
 */
export function parseWebvtt(text: string): ParsedCues {
  const parsed = noCues()
  const visit: VisitWebvttCue = (startMs, endMs, payload) => {
    if (!Number.isSafeInteger(startMs) || !Number.isSafeInteger(endMs)) {
      dropCue(parsed)
      return
    }
    if (isPlain(payload)) {
      addCue(parsed, { startMs, endMs, text: payload })
      return
    }
    for (const part of webvttVoices({ payload, startMs, endMs })) addCue(parsed, toCue(part))
  }
  parseWebvttFile(text, visit, () => dropCue(parsed))
  return parsed
}

const LINE_FEED = 10

const ESCAPES = new Map([
  [0x26, '&amp;'],
  [0x3c, '&lt;'],
  [0x3e, '&gt;'],
])

function appendLine(file: TextBuffer, line: string): void {
  for (let index = 0; index < line.length; index++) {
    const code = line.charCodeAt(index)
    const escaped = (kindOf(code) & SIGN) === 0 ? undefined : ESCAPES.get(code)
    if (escaped === undefined) appendUnit(file, code)
    else appendText(file, escaped)
  }
}

function appendHead(file: TextBuffer, _: number, startMs: number, endMs: number): void {
  appendUnit(file, LINE_FEED)
  appendCueTimes(file, startMs, endMs, '.')
}

const GREATER_THAN = 0x3e

function escapeLine(line: string): string {
  const escaped = newTextBuffer(line.length)
  appendLine(escaped, line)
  return readBuffer(escaped)
}

/**
 * Renders segments as a WebVTT file, at most two lines a cue unless `layout` has others; `&`, `<` and `>` are escaped. A segment whose
 * speaker is in `names` is a voice span. `words`: the text has the time of each word where it is known.
 * @see https://www.w3.org/TR/webvtt1/#file-structure
 */
export function renderWebvtt(
  segments: readonly Segment[],
  { names = new Map(), words = false, layout }: SubtitleOptions & { words?: boolean } = {},
): string {
  const appendVoice = (file: TextBuffer, { speaker }: Segment) => {
    const name = speaker === undefined ? undefined : names.get(speaker)
    if (name === undefined) return
    appendText(file, '<v ')
    appendLine(file, name)
    appendUnit(file, GREATER_THAN)
  }
  const format: SubtitleFormat = {
    header: 'WEBVTT\n',
    appendHead,
    appendLine,
    ...(names.size > 0 && { appendStart: appendVoice }),
    ...(words && { markUp: (segment) => timeWords(segment, escapeLine) }),
  }
  return renderSubtitles(segments, format, layout)
}

export const webvtt = {
  ...facts,
  origin: 'players of the web, video platforms',
  endings: ['vtt', 'webvtt'],
  mediaTypes: [facts.mediaType, 'application/vtt'],
  feedRank: 0,
  detect: ({ text }) => isWebvtt(text),
  parse: parseWebvtt,
  render: (segments, { names, words, layout }) => renderWebvtt(segments, { names, words, layout }),
} as const satisfies ReadFormat & WrittenFormat
