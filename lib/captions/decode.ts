import iconv from 'iconv-lite'
import { detectAll } from 'jschardet'
import { checkCaptionSize, MAX_CAPTION_BYTES } from './caption-limits'

const LATIN = /^(?:us-ascii|ascii|iso-?8859-?1|latin-?1|l1|windows-1252|cp-?1252)$/
const UTF_8 = /^utf-?8$/
// The decoder knows these names too, but they are transfer encodings, not charsets of a text.
const NOT_CHARSETS = /^(?:base64|hex|binary|utf-?7.*)$/

const XML_DECLARATION = /^\s{0,64}<\?xml\s[^<>]{0,100}?\bencoding\s{0,4}=\s{0,4}["']([\w.:-]{1,40})["']/

/** The charset that an XML declaration names. A declared UTF-16 is wrong: real UTF-16 was recognised by its bytes. */
function xmlCharset(bytes: Uint8Array): string {
  const head = iconv.decode(bytes.subarray(0, 256), 'windows-1252')
  const charset = XML_DECLARATION.exec(head)?.[1]?.toLowerCase() ?? ''
  return charset.startsWith('utf-16') || charset.startsWith('ucs-2') ? '' : charset
}

/** The declared charset if it is known: that of the response, else that of the XML declaration. '' when there is none. */
function declaredCharset(bytes: Uint8Array, charset: string | undefined): string {
  const isKnown = (name: string) => UTF_8.test(name) || (!NOT_CHARSETS.test(name) && iconv.encodingExists(name))
  return [charset?.trim().toLowerCase() ?? '', xmlCharset(bytes)].find((name) => name !== '' && isKnown(name)) ?? ''
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

/**
 * Decodes UTF-8, also with a little damage (a file cut inside a character, one bad line): bytes of another charset hardly ever
 * form a UTF-8 sequence. Null when it isn't UTF-8.
 */
function decodeUtf8(bytes: Uint8Array): string | null {
  const text = new TextDecoder('utf-8').decode(bytes)
  if (isUtf8(bytes)) return text
  let damaged = 0
  let sequences = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === 0xfffd) damaged += 1
    else if (code > 0x7f) sequences += 1
  }
  return damaged * 10 <= sequences ? text : null
}

/**
 * Decodes a caption file by its byte order mark, else the declared charset if it is known (`charset`, or that of an XML
 * declaration), else as UTF-8, else by a clear guess, else as windows-1252. Valid UTF-8 wins over a declared Latin charset, which
 * servers declare for everything. Drops the byte order mark. Throws `file_too_large` for more than `MAX_CAPTION_BYTES`.
 */
export function decodeCaptions(bytes: Uint8Array, charset?: string): string {
  checkCaptionSize(bytes.byteLength, MAX_CAPTION_BYTES)
  const utf16 = utf16Order(bytes)
  if (utf16) return new TextDecoder(utf16).decode(bytes)
  const declared = declaredCharset(bytes, charset)
  const hasUtf8Mark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  const isLatin = LATIN.test(declared)
  const mayBeUtf8 = hasUtf8Mark || declared === '' || UTF_8.test(declared) || isLatin
  if (!mayBeUtf8) return iconv.decode(bytes, declared)
  const utf8 = decodeUtf8(bytes)
  if (utf8 !== null) return utf8
  // TextDecoder reads windows-1252 as ISO 8859-1 on some versions of Node.
  return iconv.decode(bytes, (isLatin ? null : guessCharset(bytes)) ?? 'windows-1252')
}

// Charsets that captions are found in, one of each family. Guessing among a hundred would be right less often.
const CHARSETS = [
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'iso-8859-2',
  'iso-8859-5',
  'koi8-r',
  'cp866',
  'tis-620',
  'cp932',
  'euc-jp',
  'gb18030',
  'big5',
  'cp949',
]
const SAMPLE_BYTES = 32_768
const LOWEST_CONFIDENCE = 0.04
const CLEAR_LEAD = 1.2

/** The lines with bytes beyond ASCII. Counters and times would only blur the guess. */
function informativeLines(bytes: Uint8Array): Uint8Array {
  const sample = new Uint8Array(SAMPLE_BYTES)
  let length = 0
  let lineStart = 0
  let informative = false
  for (let index = 0; index <= bytes.length && length < SAMPLE_BYTES; index++) {
    const byte = bytes[index]
    if (byte !== undefined && byte !== 10 && byte !== 13) {
      informative ||= byte > 127
      continue
    }
    if (informative) {
      const line = bytes.subarray(lineStart, Math.min(index + 1, lineStart + SAMPLE_BYTES - length))
      sample.set(line, length)
      length += line.length
    }
    lineStart = index + 1
    informative = false
  }
  return sample.subarray(0, length)
}

/**
 * Guesses the charset of text that isn't UTF-8 by the language that its letters would form. Null unless the guess is clearly
 * better than windows-1252, the most likely charset. Looks at a sample only, so its time is bounded except for collecting it.
 */
function guessCharset(bytes: Uint8Array): string | null {
  const sample = informativeLines(bytes)
  if (sample.length === 0) return null
  const guesses = detectAll(sample, { detectEncodings: CHARSETS, minimumThreshold: 0 })
  const [best] = guesses.toSorted((a, b) => b.confidence - a.confidence)
  const western = guesses.find((guess) => guess.encoding?.toLowerCase() === 'windows-1252')?.confidence ?? 0
  return best && best.confidence >= Math.max(LOWEST_CONFIDENCE, western * CLEAR_LEAD) ? best.encoding : null
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

/** The byte order of UTF-16 by its mark, or by the NUL in a first Latin letter; null for any other text. */
export function utf16Order(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [first, second] = bytes
  if (first === undefined || second === undefined) return null
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le'
  return (first === 0xfe && second === 0xff) || (first === 0 && second !== 0) ? 'utf-16be' : null
}
