/** A text under construction in UTF-16. Unlike a growing string it leaves no garbage. */
export type TextBuffer = { units: Uint16Array<ArrayBuffer>; length: number; hasSurrogates: boolean }

const ZERO = 0x30
const CHUNK_LENGTH = 4096
const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1
const decoder = new TextDecoder(isLittleEndian ? 'utf-16le' : 'utf-16be', { ignoreBOM: true })

/** An empty buffer with an initial capacity in UTF-16 code units. */
export function newTextBuffer(capacity: number): TextBuffer {
  return { units: new Uint16Array(Math.max(capacity, 64)), length: 0, hasSurrogates: false }
}

/** Makes room for `count` more code units. */
export function reserve(buffer: TextBuffer, count: number): void {
  const needed = buffer.length + count
  if (needed <= buffer.units.length) return
  const units = new Uint16Array(Math.max(needed, buffer.units.length * 2))
  units.set(buffer.units.subarray(0, buffer.length))
  buffer.units = units
}

/** Appends one UTF-16 code unit. */
export function appendUnit(buffer: TextBuffer, code: number): void {
  reserve(buffer, 1)
  if ((code & 0xf800) === 0xd800) buffer.hasSurrogates = true
  buffer.units[buffer.length] = code
  buffer.length += 1
}

/** Appends the digits of an integer from 0 to 2 ** 31 - 1. */
export function appendNumber(buffer: TextBuffer, value: number): void {
  let digits = 1
  for (let power = 10; power <= value; power *= 10) digits += 1
  reserve(buffer, digits)
  let rest = value
  for (let at = buffer.length + digits - 1; at >= buffer.length; at--) {
    const tens = (rest / 10) | 0
    buffer.units[at] = ZERO + rest - tens * 10
    rest = tens
  }
  buffer.length += digits
}

/** Appends a text. */
export function appendText(buffer: TextBuffer, text: string): void {
  reserve(buffer, text.length)
  const { units, length } = buffer
  let hasSurrogates = false
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if ((code & 0xf800) === 0xd800) hasSurrogates = true
    units[length + index] = code
  }
  buffer.length = length + text.length
  if (hasSurrogates) buffer.hasSurrogates = true
}

/** The text of a buffer. Lone surrogates, which the decoder would replace, are kept. */
export function readBuffer({ units, length, hasSurrogates }: TextBuffer): string {
  const written = units.subarray(0, length)
  const text = decoder.decode(written)
  if (!hasSurrogates || !text.includes('\ufffd')) return text
  const chunks: string[] = []
  for (let start = 0; start < length; start += CHUNK_LENGTH) {
    chunks.push(String.fromCharCode(...written.subarray(start, start + CHUNK_LENGTH)))
  }
  return chunks.join('')
}
