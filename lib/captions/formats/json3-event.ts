import type { TimedtextEvent, TimedtextSpan } from './youtube-track'

/** An event as it stands in a text, and the index of its closing brace. */
export type FoundEvent = { event: TimedtextEvent; end: number }

/** Where a text is being read. `failed` once what stands there isn't in the usual form. */
type Reader = { text: string; position: number; failed: boolean }

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const ZERO = 0x30
const NINE = 0x39
const OPEN_BRACKET = 0x5b
const BACKSLASH = 0x5c
const LETTER_N = 0x6e
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
// Every number with so many digits is a safe integer.
const MOST_DIGITS = 15
// The members that are read here; an event with any other one is left to JSON.parse.
const EVENT_KEYS = ['tStartMs', 'dDurationMs', 'segs', 'wWinId', 'aAppend', 'id', 'wpWinPosId', 'wsWinStyleId'] as const
const SPAN_KEYS = ['utf8', 'tOffsetMs', 'acAsrConf'] as const
// Characters before the space, which a JSON string can't have as they are.
const CONTROL = /[^ -\uffff]/

const isBlank = (code: number) => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09

/** Skips white space and returns the character behind it, on which the reader then stands. */
function peek(reader: Reader): number {
  let code = reader.text.charCodeAt(reader.position)
  while (isBlank(code)) {
    reader.position += 1
    code = reader.text.charCodeAt(reader.position)
  }
  return code
}

/** Takes the next character, which has to be the wanted one. */
function take(reader: Reader, wanted: number): void {
  if (peek(reader) !== wanted) reader.failed = true
  reader.position += 1
}

/** Reads digits without a sign. A fraction or an exponent would stand where the next member is expected. */
function readInteger(reader: Reader): number {
  peek(reader)
  const { text, position: start } = reader
  let value = 0
  let end = start
  for (let code = text.charCodeAt(end); code >= ZERO && code <= NINE; code = text.charCodeAt(end)) {
    value = value * 10 + code - ZERO
    end += 1
  }
  const digits = end - start
  reader.position = end
  if (digits === 0 || digits > MOST_DIGITS || (digits > 1 && text.charCodeAt(start) === ZERO)) reader.failed = true
  return value
}

/** Whether the quote at an index is escaped: an odd number of backslashes is before it. */
function isEscaped(text: string, index: number): boolean {
  let start = index
  while (text.charCodeAt(start - 1) === BACKSLASH) start -= 1
  return (index - start) % 2 === 1
}

/** Reads a string. One without escapes is a slice of the text. */
function readString(reader: Reader): string {
  take(reader, QUOTE)
  const { text, position: start } = reader
  let end = text.indexOf('"', start)
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  if (reader.failed || end === -1) {
    reader.failed = true
    return ''
  }
  reader.position = end + 1
  const raw = text.slice(start, end)
  if (CONTROL.test(raw)) reader.failed = true
  return raw.includes('\\') ? unescapeString(reader, raw) : raw
}

/** The text of a string with escapes, most of which are line feeds. */
function unescapeString(reader: Reader, raw: string): string {
  let text = ''
  let from = 0
  for (let backslash = raw.indexOf('\\'); backslash !== -1; backslash = raw.indexOf('\\', from)) {
    if (raw.charCodeAt(backslash + 1) !== LETTER_N) return parseString(reader, raw)
    text += `${raw.slice(from, backslash)}\n`
    from = backslash + 2
  }
  return text + raw.slice(from)
}

function parseString(reader: Reader, raw: string): string {
  try {
    return String(JSON.parse(`"${raw}"`))
  } catch {
    reader.failed = true
    return ''
  }
}

/** Reads the name of a member, which has to be one of those given, and the colon behind it. */
function readKey<Key extends string>(reader: Reader, keys: readonly Key[]): Key | null {
  take(reader, QUOTE)
  const { text, position } = reader
  // A slice of the text for each name would be much of the garbage.
  for (const key of keys) {
    if (!text.startsWith(key, position) || text.charCodeAt(position + key.length) !== QUOTE) continue
    reader.position = position + key.length + 1
    take(reader, COLON)
    return key
  }
  reader.failed = true
  return null
}

/** Whether another member or element follows, on which the reader then stands. */
function hasAnother(reader: Reader): boolean {
  if (reader.failed || peek(reader) !== COMMA) return false
  reader.position += 1
  return true
}

function readSpan(reader: Reader, event: TimedtextEvent): TimedtextSpan {
  let text: string | null = null
  let offsetMs: number | null = null
  take(reader, OPEN_BRACE)
  do {
    const key = readKey(reader, SPAN_KEYS)
    if (key === 'utf8') text = readString(reader)
    else if (key === 'tOffsetMs') offsetMs = readInteger(reader)
    else if (key === 'acAsrConf') {
      readInteger(reader)
      event.byMachine = true
    }
  } while (hasAnother(reader))
  take(reader, CLOSE_BRACE)
  if (text === null) reader.failed = true
  return { text: text ?? '', offsetMs }
}

function readSpans(reader: Reader, event: TimedtextEvent): void {
  // Of members with one name, only the last counts.
  if (event.spans.length > 0) reader.failed = true
  take(reader, OPEN_BRACKET)
  // A list that is written down has no spare capacity, unlike one that is pushed to, and most events have one span.
  event.spans = [readSpan(reader, event)]
  while (hasAnother(reader)) event.spans.push(readSpan(reader, event))
  take(reader, CLOSE_BRACKET)
}

/**
 * Reads the event whose opening brace is at an index, if all of it is in the text and in the form that nearly all events have: members
 * that are known, whole numbers without a sign. Null for any other, which `JSON.parse` has to read; it takes twice as long and leaves
 * twice the garbage. Linear time.
 */
export function readJson3Event(text: string, start: number): FoundEvent | null {
  const reader: Reader = { text, position: start, failed: false }
  const event: TimedtextEvent = {
    startMs: -1,
    durationMs: 0,
    appends: false,
    byMachine: false,
    window: null,
    spans: [],
  }
  take(reader, OPEN_BRACE)
  do {
    const key = readKey(reader, EVENT_KEYS)
    if (key === 'tStartMs') event.startMs = readInteger(reader)
    else if (key === 'dDurationMs') event.durationMs = readInteger(reader)
    else if (key === 'segs') readSpans(reader, event)
    else if (key === 'wWinId') event.window = readInteger(reader)
    else if (key === 'aAppend') event.appends = readInteger(reader) === 1
    else readInteger(reader)
  } while (hasAnother(reader))
  take(reader, CLOSE_BRACE)
  if (reader.failed || event.startMs < 0 || event.spans.length === 0) return null
  return { event, end: reader.position - 1 }
}
