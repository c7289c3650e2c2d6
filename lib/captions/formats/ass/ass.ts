import type { Cue, ParsedCues, Segment } from '../../cue'
import { subtitleCues } from '../../layout/fit-cues'
import { type SubtitleOptions, withSpeakerNames } from '../../layout/subtitles'
import { addCue, dropCue, noCues } from '../../parsing/collect-cues'
import { tidyText } from '../../text/tidy-text'
import type { ReadFormat, WrittenFormat } from '../format'
import { facts } from './facts'

/** The positions of the fields in an event's line, and how many there are. */
type Layout = { start: number; end: number; text: number; count: number }

const DEFAULT_LAYOUT: Layout = { start: 1, end: 2, text: 9, count: 10 }
const MAX_FIELDS = 64
const SECTION = /^\[([\w+ ]{1,40})\]\s{0,16}$/
const TIME = /^\s{0,16}(-?)(\d{1,6}):(\d{1,2}):(\d{1,2})(?:[.,:](\d{1,3})\d{0,6})?\s{0,16}$/
const KEYWORD = /^(?:dialogue|comment|format|style|picture|sound|movie|command)\s{0,16}:|^[;[]|^!:/i

/** Integer milliseconds; 0 for a negative time. */
function parseTime(field: string | undefined): number | null {
  const [, sign, hours, minutes, seconds, fraction = ''] = TIME.exec(field ?? '') ?? []
  if (hours === undefined) return null
  const whole = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  return sign === '-' ? 0 : whole * 1000 + Number(fraction.padEnd(3, '0'))
}

/** The layout that a `Format:` line declares; null when a field is missing. */
function parseLayout(names: string): Layout | null {
  const fields = names
    .slice(0, 2000)
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
  const [start, end, text] = [fields.indexOf('start'), fields.indexOf('end'), fields.indexOf('text')]
  const isUsable = Math.min(start, end, text) >= 0 && fields.length <= MAX_FIELDS
  return isUsable ? { start, end, text, count: fields.length } : null
}

/** Parses the fields of an event: only the text may contain commas, wherever it is. */
function parseDialogue(line: string, { start, end, text, count }: Layout): Cue | null {
  const fields = line.split(',')
  const extra = fields.length - count
  if (extra < 0) return null
  const fieldAt = (index: number) => fields[index < text ? index : index + extra]
  const [startMs, endMs] = [parseTime(fieldAt(start)), parseTime(fieldAt(end))]
  if (startMs === null || endMs === null) return null
  return { startMs, endMs, text: fields.slice(text, text + extra + 1).join(',') }
}

/** An event with the lines of its text; null for one that cannot be read. */
type Event = { cue: Cue; lines: string[] } | null

function toEvent(cue: Cue | null): Event {
  return cue && { cue, lines: [cue.text] }
}

/** The events of a file, each with the lines that continue its text. */
function collectEvents(text: string): Event[] {
  const events: Event[] = []
  let section = ''
  let layout = DEFAULT_LAYOUT
  let isOpen = false
  for (const raw of (text.startsWith('\ufeff') ? text.slice(1) : text).split(/\r\n|[\n\r]/)) {
    const line = raw.trimStart()
    const name = line.startsWith('[') ? SECTION.exec(line)?.[1] : undefined
    const event = events.at(-1)
    if (name !== undefined) section = name.toLowerCase()
    // A file without sections has events only.
    else if (section !== '' && !section.endsWith('events')) continue
    else if (/^format\s{0,16}:/i.test(line)) layout = parseLayout(line.slice(line.indexOf(':') + 1)) ?? layout
    else if (/^dialogue\s{0,16}:/i.test(line))
      events.push(toEvent(parseDialogue(line.slice(line.indexOf(':') + 1), layout)))
    else if (isOpen && line !== '' && !KEYWORD.test(line)) {
      event?.lines.push(line)
      continue
    }
    isOpen = /^dialogue\s{0,16}:/i.test(line)
  }
  return events
}

/**
 * Parses ASS and SSA: the `Dialogue` lines under `[Events]` in the order of the file, by their `Format` line; comments and
 * drawings are no cues. `dropped` counts lines with unreadable times and cues beyond `MAX_CUES`. Never throws; a text
 * without events has no cues. Linear time.
 */
export function parseAss(text: string): ParsedCues {
  const parsed = noCues()
  for (const event of collectEvents(text)) {
    if (!event) {
      dropCue(parsed)
      continue
    }
    // The backslash at the end of a line is its line break.
    const text = event.lines.map((line, at) => (at === event.lines.length - 1 ? line : line.replace(/\\$/, '')))
    const cue = { ...event.cue, text: assText(text.join('\\N')) }
    if (cue.text !== '') addCue(parsed, cue)
  }
  return parsed
}

const MODE = /\\p(\d{1,3})(?!\d)/g

/** Whether text after an override block is a drawing: the block's last `\p` says so. */
function drawsAfter(block: string, drawing: boolean): boolean {
  const scale = [...block.matchAll(MODE)].at(-1)?.[1]
  return scale === undefined ? drawing : Number(scale) > 0
}

/** Follows a backslash that begins no code: the renderers of ASS know no escape for it. */
const WORD_JOINER = '\u2060'
const CODES = new Map([
  ['N', '\n'],
  ['n', '\n'],
  ['h', '\u00a0'],
  [WORD_JOINER, '\\'],
])

function plainRun(text: string): string {
  if (!text.includes('\\')) return text
  return text.replace(/\\([Nnh{}\u2060])/g, (_, sign: string) => CODES.get(sign) ?? sign)
}

/** The next possible start of an override block: a brace after a backslash is text. */
function nextBrace(text: string, from: number): number {
  let open = text.indexOf('{', from)
  while (open > 0 && text[open - 1] === '\\') open = text.indexOf('{', open + 1)
  return open
}

/**
 * Parses the text of an ASS event to plain text: override blocks `{…}` and drawings are removed, `\N` and `\n` break the line, `\h`
 * is a no-break space. Braces after a backslash, as libass reads them, and an unclosed brace are text. Linear time.
 */
export function assText(text: string): string {
  if (!text.includes('{')) return plainRun(text).trim()
  const parts: string[] = []
  let drawing = false
  let position = 0
  while (position < text.length) {
    const open = nextBrace(text, position)
    const close = open === -1 ? -1 : text.indexOf('}', open)
    const end = close === -1 ? text.length : open
    if (!drawing) parts.push(text.slice(position, end))
    if (close === -1) break
    drawing = drawsAfter(text.slice(open, close), drawing)
    position = close + 1
  }
  return plainRun(parts.join('')).trim()
}

/** An empty block behind an escaped brace keeps renderers that do not know the escape from hiding the text up to the next `}`. */
function escapeAss(line: string): string {
  return line.replace(/[{\\]/g, (sign) => (sign === '{' ? '\\{{}' : `\\${WORD_JOINER}`))
}

const two = (value: number) => String(value).padStart(2, '0')

/** `H:MM:SS.cc`. */
function formatTime(hundredths: number): string {
  const seconds = Math.floor(hundredths / 100)
  const minutes = Math.floor(seconds / 60)
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}.${two(hundredths % 100)}`
}

/** White letters with a black outline at the bottom of a picture of 1920 by 1080. */
const STYLE =
  'Style: Default,Arial,64,&H00FFFFFF,&H000000FF,&H00000000,&H80000000,0,0,0,0,100,100,0,0,1,3,1,2,120,120,60,1'

/**
 * Renders segments as Advanced SubStation Alpha: one style, and an event for each cue, its times in hundredths of a second. A cue
 * lasts at least one of them. Speakers are named as in SRT.
 */
export function renderAss(
  segments: readonly Segment[],
  { title, names = new Map(), layout }: SubtitleOptions & { title?: string | null | undefined } = {},
): string {
  const lines = [
    '[Script Info]',
    `Title: ${tidyText(title ?? '')}`.trimEnd(),
    'ScriptType: v4.00+',
    'WrapStyle: 2',
    'ScaledBorderAndShadow: yes',
    'PlayResX: 1920',
    'PlayResY: 1080',
    '',
    '[V4+ Styles]',
    'Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding',
    STYLE,
    '',
    '[Events]',
    'Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text',
  ]
  for (const cue of subtitleCues(withSpeakerNames(segments, names), layout)) {
    const start = Math.round(cue.startMs / 10)
    const end = Math.max(start + 1, Math.round(cue.endMs / 10))
    const text = cue.lines.map(escapeAss).join('\\N')
    lines.push(`Dialogue: 0,${formatTime(start)},${formatTime(end)},Default,,0,0,0,,${text}`)
  }
  return `${lines.join('\n')}\n`
}

const FIRST_LINE =
  /^(?:\[(?:script info|v4\+? styles|(?:second )?events)\]$|dialogue\s{0,4}:[^,]{0,40},\s{0,4}-?\d{1,6}:\d{1,2}:\d{1,2}[.,:]\d)/i

/** Advanced SubStation Alpha, and its former version. */
export const ass = {
  ...facts,
  origin: 'Aegisub and players, also as SSA',
  endings: ['ass', 'ssa'],
  mediaTypes: [facts.mediaType, 'text/x-ass'],
  lineDetector:
    () =>
    ({ line, isHead }) =>
      isHead && FIRST_LINE.test(line),
  parse: parseAss,
  render: (segments, { title, names, layout }) => renderAss(segments, { title, names, layout }),
} as const satisfies ReadFormat & WrittenFormat
