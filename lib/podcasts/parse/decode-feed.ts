import { isUtf8 } from 'node:buffer'
import { decodeCaptions, decodeChunks } from '@/lib/captions/decode'
import { findCharset } from '@/lib/captions/language/find-charset'
import { utf16Order } from '@/lib/captions/xml-charset'

// Decoding this much takes some 10 ms.
const LARGE_BYTES = 2 * 1024 * 1024

/**
 * The text of a feed or page in chunks, decoded by its byte order mark, else the charset of the Content-Type, else that of the
 * XML declaration, else as UTF-8; a text that is not the UTF-8 it claims to be is decoded as what it looks like. Large texts in
 * UTF-8 or UTF-16 are decoded chunk by chunk on demand. Throws `file_too_large` over 32 MB.
 */
export async function decodeFeed(bytes: Uint8Array, contentType: string | null): Promise<Iterable<string>> {
  if (bytes.byteLength > LARGE_BYTES && (utf16Order(bytes) !== null || isUtf8(bytes))) return decodeChunks(bytes)
  const { charset } = await findCharset(bytes, { charset: charsetOf(contentType) })
  return [decodeCaptions(bytes, charset)]
}

/** The charset that a Content-Type names, in lower case. */
export function charsetOf(contentType: string | null): string | undefined {
  return /;\s*charset\s*=\s*["']?([\w.:-]{1,40})/i.exec((contentType ?? '').slice(0, 500))?.[1]?.toLowerCase()
}
