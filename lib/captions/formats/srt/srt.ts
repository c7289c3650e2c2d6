import { decodeHTMLStrict } from 'entities/decode'
import type { Cue, ParsedCues, Segment } from '../../cue'
import type { SubtitleLayout } from '../../layout/subtitle-layout'
import { appendCueTimes, renderSubtitles, withSpeakerNames } from '../../layout/subtitles'
import { decodeReferences } from '../../parsing/character-references'
import { addCue, dropCue, noCues } from '../../parsing/collect-cues'
import { closedTagNames, TAG_NAMES } from '../../parsing/cue-tags'
import { parseCounter, parseCueTimings } from '../../parsing/cue-timings'
import { appendNumber, appendText, appendUnit, type TextBuffer } from '../../text/text-buffer'
import {
  isWhiteSpace,
  lineStartBefore,
  nextLineStart,
  toLineFeeds,
  trimLines,
  trimmedEnd,
  trimmedStart,
} from '../../text/white-space'
import type { ReadFormat, WrittenFormat } from '../format'
import { facts } from './facts'
import { type FoundTimings, findSrtTimings } from './srt-timings'

type Collected = { parsed: ParsedCues; count: number; counters: number; dropsCounters: boolean }

/** The number in the last filled line of a range; null when that line is no counter. */
function lastCounter(text: string, from: number, to: number): number | null {
  const end = trimmedEnd(text, from, to)
  return parseCounter(text.slice(lineStartBefore(text, from, end), end))
}

/**
 * Whether the number in the last line of a cue (from `lastLineStart` to `end`) is the counter of the next cue: it is
 * the only line, or is between a blank line and the times. Otherwise it is text.
 */
function isCounter(text: string, from: number, to: number, lastLineStart: number, end: number): boolean {
  if (nextLineStart(text, end) !== to) return false
  const endBefore = trimmedEnd(text, from, lastLineStart)
  return endBefore === from || nextLineStart(text, endBefore) !== lastLineStart
}

/** The end of the lines of a cue in a range: before the counter of the next cue, if that is in the range. */
function linesEnd(text: string, from: number, to: number, counter: number | null, nextCounter: number | null): number {
  const end = trimmedEnd(text, from, to)
  if (nextCounter === null || end === from) return to
  const lastLineStart = lineStartBefore(text, from, end)
  const goesOn = counter !== null && nextCounter === counter + 1
  return goesOn || isCounter(text, from, to, lastLineStart, end) ? lastLineStart : to
}

function collect(text: string, hasCounters: boolean): Collected {
  const collected: Collected = { parsed: noCues(), count: 0, counters: 0, dropsCounters: false }
  const found: FoundTimings = { lineStart: 0, lineEnd: 0, textStart: 0, startMs: 0, endMs: 0, counter: null }
  const open = { cue: null as Cue | null, counter: null as number | null, textStart: 0, cutAt: -1 }
  const close = (to: number, nextCounter: number | null) => {
    if (!open.cue) return
    const cutAt = open.cutAt === -1 ? to : open.cutAt
    const end = hasCounters ? linesEnd(text, open.textStart, cutAt, open.counter, nextCounter) : cutAt
    if (end < cutAt) collected.dropsCounters = true
    open.cue.text = parseSrtText(text, open.textStart, end)
  }
  let from = 0
  for (let position = 0; findSrtTimings(text, position, found); position = found.lineEnd) {
    const { startMs, endMs, lineStart, textStart } = found
    if (startMs === null) {
      dropCue(collected.parsed)
      if (open.cutAt === -1) open.cutAt = lineStart
    } else {
      const counterAbove = found.counter === null ? lastCounter(text, from, lineStart) : null
      const counter = found.counter ?? counterAbove
      close(lineStart, counterAbove)
      const cue: Cue = { startMs, endMs, text: '' }
      open.cue = addCue(collected.parsed, cue) ? cue : null
      open.counter = counter
      open.textStart = textStart
      open.cutAt = -1
      collected.count += 1
      if (counter !== null) collected.counters += 1
    }
    from = textStart
  }
  close(text.length, null)
  return collected
}

/**
 * Parses an SRT file as files really are: with or without counters, any line ends, blank lines missing between cues or inside one.
 * Returns the cues in the order of the file; a cue whose end is before its start is kept as it is. `dropped` counts cues with
 * unreadable times and those beyond `MAX_CUES`. Never throws. Linear time.
 */
export function parseSrt(text: string): ParsedCues {
  const lines = toLineFeeds(text)
  let collected = collect(lines, true)
  // In a file with few counters, numbers that were taken for counters are text.
  if (collected.dropsCounters && collected.counters * 2 < collected.count) collected = collect(lines, false)
  return collected.parsed
}

const LINE_FEED = 10

function appendHead(file: TextBuffer, number: number, startMs: number, endMs: number): void {
  if (number > 1) appendUnit(file, LINE_FEED)
  appendNumber(file, number)
  appendUnit(file, LINE_FEED)
  appendCueTimes(file, startMs, endMs, ',')
}

function appendLine(file: TextBuffer, line: string): void {
  appendText(file, escapeSrtText(line))
}

/**
 * Renders segments as an SRT file: counters from 1, `HH:MM:SS,mmm`, at most two lines a cue unless `layout` has others. Text
 * that a player would read as markup or times is written with character references: `-->` becomes `--&#62;`. Where more than one
 * speaker is in `names`, each change of speaker begins with the name.
 */
export function renderSrt(
  segments: readonly Segment[],
  names: ReadonlyMap<string, string> = new Map(),
  layout?: SubtitleLayout,
): string {
  return renderSubtitles(withSpeakerNames(segments, names), { header: '', appendHead, appendLine }, layout)
}

/** Whether no line of a trimmed range is blank or needs trimming. */
function isTrimmed(text: string, start: number, end: number): boolean {
  for (let index = text.indexOf('\n', start); index !== -1 && index < end; index = text.indexOf('\n', index + 1)) {
    if (isWhiteSpace(text.charCodeAt(index - 1)) || isWhiteSpace(text.charCodeAt(index + 1))) return false
  }
  return true
}

/** Parses the lines of an SRT cue, a range of the file, to plain text: trimmed, without blank lines. */
function parseSrtText(text: string, from: number, to: number): string {
  const end = trimmedEnd(text, from, to)
  const start = trimmedStart(text, from, end)
  const lines = text.slice(start, end)
  return plainSrtText(isTrimmed(text, start, end) ? lines : trimLines(lines))
}

const KNOWN_TAG = String.raw`${TAG_NAMES}\b|\d{1,6}:\d\d`
const BREAK_TAG = /<br[ \t]{0,8}\/?>/gi
const TAG = new RegExp(`</?(?:${KNOWN_TAG})[^<>]{0,300}>|< ?/ ?[a-z][^<>]{0,300}>`, 'gi')
const TAG_START = new RegExp(`<(?=/?(?:${KNOWN_TAG})| ?/ ?[a-z])`, 'gi')
const OPENING_TAG = /< ?([a-z][\w-]{0,30})(?:\s[^<>]{0,300})?>/gi
const OVERRIDE = /\{\\[^{}]{0,300}\}|\{\/?[bius]\}|\{[cfhopsy]:[^{}\s]{1,40}\}/gi
const OVERRIDE_START = /\{(?=\\|\/?[bius]\}|[cfhopsy]:[^{}\s]{1,40}\})/gi
const REFERENCE_START = /&(?=#\d|#x[\da-f]|[a-z][a-z\d]{0,40};)/gi
const LINE_BREAK = /\\N/g
/** A backslash that parts the folders of a path. */
const PATH = /[a-z]:\\|\\\\|\w\\\w+\\/i
const MAY_NEED_ESCAPE = /&[#a-z]|<[ /a-z\d]|\{[\\/bcfhiopsuy]|\\N|[-–—−\d] ?[>＞]|[→⟶➔➜➡⇒]/i
const DASHED_ARROW = /-->/g
const ARROW_SIGN = /[>＞→⟶➔➜➡⇒]/g

/** Removes tags that players know, all closing tags, and the opening tags that these close. */
function withoutSrtTags(text: string): string {
  const closed = closedTagNames(text)
  const plain = text.replace(BREAK_TAG, '\n').replace(TAG, '')
  if (closed.size === 0) return plain
  return plain.replace(OPENING_TAG, (tag, name: string) => (closed.has(name.toLowerCase()) ? '' : tag))
}

/**
 * Parses the text of an SRT cue to plain text: tags and `{…}` overrides that players know are removed, `\N` is a line break, and character
 * references that end in a semicolon are decoded once. Text that only looks like markup (`3 < 5`, `I <3 you`) stays.
 */
function plainSrtText(text: string): string {
  let plain = text
  if (plain.includes('<')) plain = withoutSrtTags(plain)
  if (plain.includes('{')) plain = plain.replace(OVERRIDE, '')
  if (plain.includes('\\N') && !PATH.test(plain)) plain = plain.replace(LINE_BREAK, '\n')
  return plain.includes('&') ? decodeReferences(plain, decodeHTMLStrict) : plain
}

const toReference = (sign: string) => `&#${sign.charCodeAt(0)};`

/**
 * Escapes plain text so that `plainSrtText` returns it unchanged. SRT has no escapes, so what would be parsed as markup, as a
 * character reference or as a line with times becomes a character reference. Everything else stays as it is.
 */
export function escapeSrtText(text: string): string {
  if (!MAY_NEED_ESCAPE.test(text)) return text
  const escaped = text
    .replace(REFERENCE_START, '&amp;')
    .replace(TAG_START, '&lt;')
    .replace(OVERRIDE_START, '&#123;')
    .replace(LINE_BREAK, '&#92;N')
    .replace(DASHED_ARROW, '--&#62;')
  return parseCueTimings(text) ? escaped.replace(ARROW_SIGN, toReference) : escaped
}

/** SubRip. */
export const srt = {
  ...facts,
  origin: 'players and editors of subtitles, speech programs',
  endings: ['srt'],
  mediaTypes: [facts.mediaType, 'application/srt', 'application/x-srt', 'text/srt'],
  feedRank: 1,
  lineDetector:
    () =>
    ({ line, before, isHead }) => {
      const timings = parseCueTimings(line)
      return timings !== null && (isHead || (timings.counter ?? parseCounter(before)) !== null)
    },
  parse: parseSrt,
  render: (segments, { names, layout }) => renderSrt(segments, names, layout),
} as const satisfies ReadFormat & WrittenFormat
