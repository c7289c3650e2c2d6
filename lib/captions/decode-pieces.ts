import { utf16Order } from '@/lib/captions/utf16-order'

const PIECE_BYTES = 65_536

/** Decodes UTF-8 or UTF-16 piece by piece, each only when it is asked for. A byte order mark is dropped. */
export function* decodePieces(bytes: Uint8Array): Generator<string, void, void> {
  const decoder = new TextDecoder(utf16Order(bytes) ?? 'utf-8')
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
    yield decoder.decode(bytes.subarray(start, start + PIECE_BYTES), { stream: true })
  }
  yield decoder.decode()
}
