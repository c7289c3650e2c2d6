import iconv from 'iconv-lite'
import { MAX_CAPTION_BYTES } from '@/lib/captions/caption-bounds'
import { checkCaptionSize } from '@/lib/captions/check-caption-size'
import { guessCharset } from '@/lib/captions/guess-charset'
import { utf16Order } from '@/lib/captions/utf16-order'

const LATIN = /^(?:us-ascii|ascii|iso-?8859-?1|latin-?1|l1|windows-1252|cp-?1252)$/
const UTF_8 = /^utf-?8$/
// The decoder knows these names too, but they are transfer encodings, not charsets of a text.
const NOT_CHARSETS = /^(?:base64|hex|binary|utf-?7.*)$/

const XML_DECLARATION = /^\s{0,64}<\?xml\s[^<>]{0,100}?\bencoding\s{0,4}=\s{0,4}["']([\w.:-]{1,40})["']/

/** The charset that an XML declaration names. UTF-16 would have been seen by its bytes: declared, it is a leftover. */
function xmlCharset(bytes: Uint8Array): string {
  const head = iconv.decode(bytes.subarray(0, 256), 'windows-1252')
  const charset = XML_DECLARATION.exec(head)?.[1]?.toLowerCase() ?? ''
  return charset.startsWith('utf-16') || charset.startsWith('ucs-2') ? '' : charset
}

/** The declared charset where it is a known one: beside the text, or else by the text itself. '' when there is none. */
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
 * UTF-8 as it is, or with so little damage (a file cut inside a character, one bad line) that it is nothing else:
 * bytes of another charset hardly ever form a sequence of UTF-8. Null when it isn't UTF-8.
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
 * Decodes a caption file's bytes: by its byte order mark, else the declared charset where it is a known one (`charset`, or
 * what an XML declaration says), else as UTF-8, else by a guess that is clear, else as windows-1252. A declared Latin
 * charset gives way to valid UTF-8, since servers declare it for everything. The mark itself is dropped. Throws
 * `file_too_large` for more than `MAX_CAPTION_BYTES`.
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
