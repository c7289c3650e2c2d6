import { type FileHandle, open } from 'node:fs/promises'
import { readCaptionFileText } from '@/lib/archive/texts/read-caption-text'
import { decodeCaptions } from '@/lib/captions/decode'
import { detectCaptionFormat, FIRST_BYTES, headBytes } from '@/lib/captions/detect-format'
import { captionsOfFile, type FoundCaptions } from '@/lib/captions/found-captions'
import { Problem } from '@/lib/core/problem/problem'
import { sniffContainer } from '../sniff-container'

async function readBytes(handle: FileHandle, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, 0)
  return buffer.subarray(0, bytesRead)
}

async function mayBeCaptions(handle: FileHandle): Promise<boolean> {
  const first = await readBytes(handle, FIRST_BYTES)
  if (sniffContainer(first) !== null) return false
  const head = first.byteLength < FIRST_BYTES ? first : await readBytes(handle, headBytes(first))
  return detectCaptionFormat(decodeCaptions(head)) !== null
}

/** The size of a file, if it may be a caption file. */
async function captionFileSize(file: string): Promise<number | null> {
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    if (size === 0) throw new Problem('invalid_media', { detail: 'This file is empty. Check it, then send it again.' })
    return (await mayBeCaptions(handle)) ? size : null
  } finally {
    await handle.close()
  }
}

/**
 * The captions a caption file holds, by its content; null for anything else. Media is recognised by its first bytes,
 * without reading on. `lang`: the language expected, where one is. Throws `invalid_media` for an empty file and for captions none
 * of which can be read, and `file_too_large` for a caption file that has more than a recording can need.
 */
export async function readCaptionFile(
  file: string,
  options: { lang?: string; signal: AbortSignal },
): Promise<FoundCaptions | null> {
  const size = await captionFileSize(file)
  if (size === null) return null
  return captionsOfFile(await readCaptionFileText(file, size, options))
}
