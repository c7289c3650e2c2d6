import { isUtf8 } from 'node:buffer'
import { decodeCaptions } from '@/lib/captions/decode-captions'
import { decodeChunks } from '@/lib/captions/decode-chunks'
import { utf16Order } from '@/lib/captions/utf16-order'
import { charsetOf } from './charset-of'

// What is decoded in one go: some 10 ms.
const LARGE_BYTES = 2 * 1024 * 1024

/**
 * The text of a feed or page in pieces: by its byte order mark, the charset of the Content-Type, that of the XML
 * declaration, else UTF-8; a text in another charset that says it were UTF-8 is read as what it looks like. Large ones in
 * UTF-8 or UTF-16 are decoded as they are asked for. Throws `file_too_large` over 32 MB.
 */
export function decodeFeed(bytes: Uint8Array, contentType: string | null): Iterable<string> {
  if (bytes.byteLength > LARGE_BYTES && (utf16Order(bytes) !== null || isUtf8(bytes))) return decodeChunks(bytes)
  return [decodeCaptions(bytes, charsetOf(contentType))]
}
