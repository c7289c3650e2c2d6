import { open } from 'node:fs/promises'
import { MAX_CAPTION_BYTES } from '@/lib/captions/caption-bounds'
import { decodeCaptions } from '@/lib/captions/decode-captions'
import type { FoundCaptions } from '@/lib/captions/found-captions'
import { parseCaptions } from '@/lib/captions/parse-captions'
import { sniffCaptions } from '@/lib/captions/sniff-captions'
import { toSegments } from '@/lib/captions/to-segments'
import { Problem } from '@/lib/platform/problem'

const HEAD_BYTES = 16_384

/** UTF-16 text has NUL bytes too, and says so with its mark. */
function hasWideMark(bytes: Uint8Array): boolean {
  return (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
}

function mayBeCaptions(head: Uint8Array): boolean {
  return (!head.includes(0) || hasWideMark(head)) && sniffCaptions(decodeCaptions(head)) !== null
}

/**
 * The captions a caption file holds, by its content; null for anything else. Media is told apart by its first bytes,
 * without reading on. Throws `invalid_media` for an empty file.
 */
export async function readCaptionFile(file: string): Promise<FoundCaptions | null> {
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    if (size === 0) throw new Problem('invalid_media', { detail: 'This file is empty. Check it, then send it again.' })
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    if (size > MAX_CAPTION_BYTES || !mayBeCaptions(buffer.subarray(0, bytesRead))) return null
    const bytes = Buffer.alloc(size)
    await handle.read(bytes, 0, size, 0)
    const segments = toSegments(parseCaptions(bytes)?.cues ?? [])
    return segments.length > 0 ? { segments, lang: null, availableLangs: [] } : null
  } finally {
    await handle.close()
  }
}
