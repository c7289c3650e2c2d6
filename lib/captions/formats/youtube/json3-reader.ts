import { appendText, appendUnit, newTextBuffer, readBuffer, reserve, type TextBuffer } from '../../text/text-buffer'
import type { TimedtextSpan } from './youtube-track'

/** The state of reading a chunk of json3. `failed`: the text at the position isn't in the usual form. */
export type Json3Reader = {
  chunk: string
  /** The chunk in UTF-16, which is read faster than the characters of a string, and a NUL, which no event contains. */
  input: TextBuffer
  position: number
  failed: boolean
  /** The texts that had escapes, their spans, and where each of them ends. */
  texts: TextBuffer
  spans: TimedtextSpan[]
  ends: number[]
}

const SPACE = 0x20
const LINE_FEED = 0x0a
const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const ZERO = 0x30
const NINE = 0x39
const BACKSLASH = 0x5c
const LETTER_N = 0x6e
// Every number with so many digits is a safe integer.
const MOST_DIGITS = 15

/** A reader that has no chunk. */
export function newJson3Reader(): Json3Reader {
  return {
    chunk: '',
    input: newTextBuffer(0),
    position: 0,
    failed: false,
    texts: newTextBuffer(0),
    spans: [],
    ends: [],
  }
}

/** Gives a reader the next chunk. */
export function startChunk(reader: Json3Reader, chunk: string): void {
  const { input, texts } = reader
  reader.chunk = chunk
  input.length = 0
  appendText(input, chunk)
  appendUnit(input, 0)
  forgetTexts(reader, 0, 0)
  // Without its escapes no text is longer.
  reserve(texts, chunk.length)
}

/** Forgets all texts with escapes but the first, which end at a length of `texts`. */
export function forgetTexts(reader: Json3Reader, count: number, length: number): void {
  reader.spans.length = count
  reader.ends.length = count
  reader.texts.length = length
}

const codeAt = ({ input }: Json3Reader, index: number) => input.units[index] ?? 0

const isBlank = (code: number) =>
  code <= SPACE && (code === SPACE || code === LINE_FEED || code === 0x0d || code === 0x09)

/** Skips white space, moves the reader to the next character and returns it. */
function peek(reader: Json3Reader): number {
  let code = codeAt(reader, reader.position)
  while (isBlank(code)) {
    reader.position += 1
    code = codeAt(reader, reader.position)
  }
  return code
}

/** Takes the next character, which has to be the wanted one. */
export function take(reader: Json3Reader, wanted: number): void {
  if (peek(reader) !== wanted) reader.failed = true
  reader.position += 1
}

/** Reads digits without a sign. A fraction or an exponent would stand where the next member is expected. */
export function readInteger(reader: Json3Reader): number {
  peek(reader)
  const start = reader.position
  let value = 0
  let end = start
  for (let code = codeAt(reader, end); code >= ZERO && code <= NINE; code = codeAt(reader, end)) {
    value = value * 10 + code - ZERO
    end += 1
  }
  const digits = end - start
  reader.position = end
  if (digits === 0 || digits > MOST_DIGITS || (digits > 1 && codeAt(reader, start) === ZERO)) reader.failed = true
  return value
}

/** Reads a string as the text of a span. One without escapes is a slice of the chunk. */
export function readText(reader: Json3Reader, span: TimedtextSpan): void {
  take(reader, QUOTE)
  if (reader.failed) return
  const { units } = reader.input
  const start = reader.position
  let end = start
  let code = units[end] ?? 0
  while (code >= SPACE && code !== QUOTE && code !== BACKSLASH) {
    end += 1
    code = units[end] ?? 0
  }
  if (code === BACKSLASH) readEscapedText(reader, span)
  else if (code === QUOTE) {
    reader.position = end + 1
    span.text = reader.chunk.slice(start, end)
  } else reader.failed = true
}

/** Reads the rest of a string with escapes, most of which are line feeds. The span gets its text at the end of the chunk. */
function readEscapedText(reader: Json3Reader, span: TimedtextSpan): void {
  const { units: input } = reader.input
  const { units: texts } = reader.texts
  let length = reader.texts.length
  let end = reader.position
  for (let code = input[end] ?? 0; code !== QUOTE; code = input[end] ?? 0) {
    if (code < SPACE) {
      reader.failed = true
      return
    }
    if (code === BACKSLASH) {
      if (input[end + 1] !== LETTER_N) {
        parseText(reader, span)
        return
      }
      code = LINE_FEED
      end += 1
    }
    texts[length] = code
    length += 1
    end += 1
  }
  reader.position = end + 1
  reader.texts.length = length
  reader.spans.push(span)
  reader.ends.push(length)
}

/** Has JSON.parse read a string with any escapes. */
function parseText(reader: Json3Reader, span: TimedtextSpan): void {
  let end = reader.position
  for (let code = codeAt(reader, end); code >= SPACE && code !== QUOTE; code = codeAt(reader, end)) {
    end += code === BACKSLASH ? 2 : 1
  }
  try {
    // Without its closing quote, which may be in the next chunk, it is no JSON.
    span.text = String(JSON.parse(`"${reader.chunk.slice(reader.position, end + 1)}`))
    reader.position = end + 1
  } catch {
    reader.failed = true
  }
}

function standsAt(reader: Json3Reader, index: number, key: string): boolean {
  for (let offset = 0; offset < key.length; offset++) {
    if (codeAt(reader, index + offset) !== key.charCodeAt(offset)) return false
  }
  return codeAt(reader, index + key.length) === QUOTE
}

/** Reads the name of a member, which has to be one of those given, and the colon behind it. */
export function readKey<Key extends string>(reader: Json3Reader, keys: readonly Key[]): Key | null {
  take(reader, QUOTE)
  // A slice of the text for each name would be much of the garbage.
  for (const key of keys) {
    if (!standsAt(reader, reader.position, key)) continue
    reader.position += key.length + 1
    take(reader, COLON)
    return key
  }
  reader.failed = true
  return null
}

/** Whether another member or element follows; if so, moves the reader past the comma. */
export function hasAnother(reader: Json3Reader): boolean {
  if (reader.failed || peek(reader) !== COMMA) return false
  reader.position += 1
  return true
}

/**
 * Gives the spans that were read their texts, which are slices of one string: a string put together for each would be most of the
 * garbage.
 */
export function endChunk(reader: Json3Reader): void {
  const { texts, spans, ends } = reader
  const all = readBuffer(texts)
  let start = 0
  for (let index = 0; index < spans.length; index++) {
    const span = spans[index]
    const end = ends[index] ?? start
    if (span) span.text = all.slice(start, end)
    start = end
  }
  reader.chunk = ''
  forgetTexts(reader, 0, 0)
}
