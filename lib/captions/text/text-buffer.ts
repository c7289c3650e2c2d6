/** A text under construction in UTF-16. Unlike a growing string it leaves no garbage. */
export type TextBuffer = { units: Uint16Array<ArrayBuffer>; bytes: Buffer | null; length: number }

const ZERO = 0x30
const CHUNK_LENGTH = 4096
// Below these, calls of Node cost more than the loops that they replace.
const FEWEST_NATIVE_UNITS = 1024
const FEWEST_COPIED_UNITS = 16
const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1
const decoder = new TextDecoder(isLittleEndian ? 'utf-16le' : 'utf-16be', { ignoreBOM: true })

/** The bytes of units as Node copies strings from and to them, several times as fast as a loop; null in a browser. */
function nativeBytes(units: Uint16Array<ArrayBuffer>): Buffer | null {
  const isNative = isLittleEndian && 'Buffer' in globalThis && units.length >= FEWEST_NATIVE_UNITS
  return isNative ? globalThis.Buffer.from(units.buffer) : null
}

/** An empty buffer with an initial capacity in UTF-16 code units. */
export function newTextBuffer(capacity: number): TextBuffer {
  const units = new Uint16Array(Math.max(capacity, 64))
  return { units, bytes: nativeBytes(units), length: 0 }
}

/** Makes room for `count` more code units. */
export function reserve(buffer: TextBuffer, count: number): void {
  const needed = buffer.length + count
  if (needed <= buffer.units.length) return
  const units = new Uint16Array(Math.max(needed, buffer.units.length * 2))
  units.set(buffer.units.subarray(0, buffer.length))
  buffer.units = units
  buffer.bytes = nativeBytes(units)
}

/** Appends one UTF-16 code unit. */
export function appendUnit(buffer: TextBuffer, code: number): void {
  reserve(buffer, 1)
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

/** Writes a text behind the end of a buffer, from where its units can be read. It is not appended until `length` grows by its length. */
export function writeText(buffer: TextBuffer, text: string): void {
  reserve(buffer, text.length)
  const { units, bytes, length } = buffer
  if (bytes && text.length >= FEWEST_COPIED_UNITS) {
    bytes.write(text, length * 2, 'utf16le')
    return
  }
  for (let index = 0; index < text.length; index++) units[length + index] = text.charCodeAt(index)
}

export function appendText(buffer: TextBuffer, text: string): void {
  writeText(buffer, text)
  buffer.length += text.length
}

/** The text of a buffer. Lone surrogates, which the decoder would replace, are kept. */
export function readBuffer({ units, bytes, length }: TextBuffer): string {
  if (bytes) return bytes.toString('utf16le', 0, length * 2)
  const written = units.subarray(0, length)
  const text = decoder.decode(written)
  if (!text.includes('\ufffd')) return text
  const chunks: string[] = []
  for (let start = 0; start < length; start += CHUNK_LENGTH) {
    chunks.push(String.fromCharCode(...written.subarray(start, start + CHUNK_LENGTH)))
  }
  return chunks.join('')
}
