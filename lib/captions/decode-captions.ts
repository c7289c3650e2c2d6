import iconv from 'iconv-lite'
import { MAX_CAPTION_BYTES } from '@/lib/captions/caption-bounds'
import { Problem } from '@/lib/platform/problem'

const LATIN = /^(?:us-ascii|ascii|iso-?8859-?1|latin-?1|l1|windows-1252|cp-?1252)$/
const UTF_8 = /^utf-?8$/
// The decoder knows these names too, but they are transfer encodings, not charsets of a text.
const NOT_CHARSETS = /^(?:base64|hex|binary|utf-?7.*)$/

/** UTF-16 by its byte order mark, or by the NUL that is in a Latin first letter. */
function utf16Order(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [first, second] = bytes
  if (first === undefined || second === undefined) return null
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le'
  return (first === 0xfe && second === 0xff) || (first === 0 && second !== 0) ? 'utf-16be' : null
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
 * Decodes a caption file's bytes: by its byte order mark, else the declared charset where it is a known one, else as
 * UTF-8, else as windows-1252. A declared Latin charset gives way to valid UTF-8, since servers declare it for
 * everything. The mark itself is dropped. Throws `file_too_large` for more than `MAX_CAPTION_BYTES`.
 */
export function decodeCaptions(bytes: Uint8Array, charset?: string): string {
  if (bytes.byteLength > MAX_CAPTION_BYTES) {
    const detail = `A caption file can have up to ${MAX_CAPTION_BYTES / 2 ** 20} MB. Split it, or upload the recording.`
    throw new Problem('file_too_large', { detail, context: { max_bytes: MAX_CAPTION_BYTES } })
  }
  const utf16 = utf16Order(bytes)
  if (utf16) return new TextDecoder(utf16).decode(bytes)
  const declared = charset?.trim().toLowerCase() ?? ''
  const hasUtf8Mark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  const mayBeUtf8 = hasUtf8Mark || declared === '' || UTF_8.test(declared) || LATIN.test(declared)
  if (!mayBeUtf8 && !NOT_CHARSETS.test(declared) && iconv.encodingExists(declared)) return iconv.decode(bytes, declared)
  // TextDecoder reads windows-1252 as ISO 8859-1 on some versions of Node.
  return decodeUtf8(bytes) ?? iconv.decode(bytes, 'windows-1252')
}
