import { isUtf8 } from 'node:buffer'
import iconv from 'iconv-lite'
import { checkCaptionSize, MAX_CAPTION_BYTES } from './caption-limits'
import { utf16Order, xmlCharset } from './xml-charset'

const LATIN = /^(?:us-ascii|ascii|iso-?8859-?1|latin-?1|l1|windows-1252|cp-?1252)$/
const UTF_8 = /^utf-?8$/
// The decoder knows these names too, but they are transfer encodings, not charsets of a text.
const NOT_CHARSETS = /^(?:base64|hex|binary|utf-?7.*)$/

/** The declared charset if it is known: that of the response, else that of the XML declaration. '' when there is none. */
function declaredCharset(bytes: Uint8Array, charset: string | undefined): string {
  const isKnown = (name: string) => UTF_8.test(name) || (!NOT_CHARSETS.test(name) && iconv.encodingExists(name))
  return [charset?.trim().toLowerCase() ?? '', xmlCharset(bytes)].find((name) => name !== '' && isKnown(name)) ?? ''
}

/**
 * Whether bytes are UTF-8, also with a little damage (a file cut inside a character, one bad line): bytes of another charset hardly
 * ever form a UTF-8 sequence.
 */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  if (isUtf8(bytes)) return true
  const text = new TextDecoder('utf-8').decode(bytes)
  let damaged = 0
  let sequences = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === 0xfffd) damaged += 1
    else if (code > 0x7f) sequences += 1
  }
  return damaged * 10 <= sequences
}

/** Whether text is in UTF-7, which writes the `>` of an arrow in letters. */
function isUtf7(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 4096)).includes('--+AD4-')
}

/**
 * The charset of a caption file by its byte order mark, else the declared one if it is known (`charset`, or that of an XML
 * declaration), else UTF-8. Valid UTF-8 wins over a declared Latin charset, which servers declare for everything. Null when the
 * charset can only be guessed.
 */
export function knownCharset(bytes: Uint8Array, charset?: string): string | null {
  const wide = utf32Order(bytes) ?? utf16Order(bytes)
  if (wide) return wide
  const declared = declaredCharset(bytes, charset)
  const hasUtf8Mark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  const isLatin = LATIN.test(declared)
  const mayBeUtf8 = hasUtf8Mark || declared === '' || UTF_8.test(declared) || isLatin
  if (!mayBeUtf8) return declared
  if (isMostlyUtf8(bytes)) return isUtf7(bytes) ? 'utf-7' : 'utf-8'
  return isLatin ? WESTERN : null
}

/** The most likely charset of text that is not UTF-8. */
export const WESTERN = 'windows-1252'

/**
 * Decodes a caption file in the charset that `knownCharset` returns, else in windows-1252, in which the format and the markup of a
 * file can be read whatever its charset is. Drops the byte order mark. Throws `file_too_large` for more than `MAX_CAPTION_BYTES`.
 */
export function decodeCaptions(bytes: Uint8Array, charset?: string): string {
  checkCaptionSize(bytes.byteLength, MAX_CAPTION_BYTES)
  const known = knownCharset(bytes, charset) ?? WESTERN
  // TextDecoder reads windows-1252 as ISO 8859-1 on some versions of Node.
  return /^utf-(?:8|16[lb]e)$/.test(known) ? new TextDecoder(known).decode(bytes) : iconv.decode(bytes, known)
}

const CHUNK_BYTES = 65_536

/** Decodes UTF-8 or UTF-16 chunk by chunk on demand. Drops a byte order mark. */
export function* decodeChunks(bytes: Uint8Array): Generator<string, void, void> {
  const decoder = new TextDecoder(utf16Order(bytes) ?? 'utf-8')
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
    yield decoder.decode(bytes.subarray(start, start + CHUNK_BYTES), { stream: true })
  }
  yield decoder.decode()
}

/** The byte order of UTF-32 by its mark, or by the NULs in a first ASCII character; null for any other text. */
function utf32Order(bytes: Uint8Array): 'utf-32le' | 'utf-32be' | null {
  const [first, second, third, fourth] = bytes
  if (first === 0xff && second === 0xfe && third === 0 && fourth === 0) return 'utf-32le'
  if (first === 0 && second === 0 && third === 0xfe && fourth === 0xff) return 'utf-32be'
  if (second !== 0 || fourth === undefined) return null
  if (first !== 0 && third === 0 && fourth === 0) return 'utf-32le'
  return first === 0 && third === 0 && fourth !== 0 ? 'utf-32be' : null
}
