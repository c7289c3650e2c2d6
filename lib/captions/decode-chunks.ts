import { utf16Order } from '@/lib/captions/utf16-order'

const CHUNK_BYTES = 65_536

/** Decodes UTF-8 or UTF-16 chunk by chunk, each only when it is asked for. A byte order mark is dropped. */
export function* decodeChunks(bytes: Uint8Array): Generator<string, void, void> {
  const decoder = new TextDecoder(utf16Order(bytes) ?? 'utf-8')
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
    yield decoder.decode(bytes.subarray(start, start + CHUNK_BYTES), { stream: true })
  }
  yield decoder.decode()
}
