import { type FileHandle, open } from 'node:fs/promises'
import { MAX_JSON3_BYTES } from '@/lib/captions/caption-bounds'
import { decodeCaptions } from '@/lib/captions/decode-captions'
import { type FoundCaptions, unlabelledCaptions } from '@/lib/captions/found-captions'
import { readCaptions } from '@/lib/captions/read-captions'
import { readCues } from '@/lib/captions/read-cues'
import { sniffCaptions } from '@/lib/captions/sniff-captions'
import { Problem } from '@/lib/platform/problem'
import { sniffContainer } from './sniff-container'

const HEAD_BYTES = 16_384

async function readBytes(handle: FileHandle, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, 0)
  return buffer.subarray(0, bytesRead)
}

function mayBeCaptions(head: Buffer): boolean {
  return sniffContainer(head) === null && sniffCaptions(decodeCaptions(head)) !== null
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
    if (size > MAX_JSON3_BYTES || !mayBeCaptions(await readBytes(handle, HEAD_BYTES))) return null
    const read = await readCaptions(await readBytes(handle, size))
    const segments = readCues(read?.cues ?? [])
    return segments.length > 0 ? unlabelledCaptions(segments) : null
  } finally {
    await handle.close()
  }
}
