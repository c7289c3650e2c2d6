import { open } from 'node:fs/promises'
import { Problem } from '@/lib/core/problem/problem'
import { describeForeign } from './foreign-file'
import { sniffContainer } from './sniff-container'

const HEAD_BYTES = 1024

/** The first bytes of a file, fewer when it is shorter. */
async function readHead(file: string): Promise<Buffer> {
  const handle = await open(file, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

/** Throws `unsupported_media` for a file that is known to be something else, such as a program, an archive or a document. */
export async function refuseForeign(file: string): Promise<void> {
  const detail = describeForeign(await readHead(file))
  if (detail !== null) throw new Problem('unsupported_media', { detail })
}

/**
 * The Problem that a file is which ffmpeg could not read: `invalid_media` when it is empty or set out to be audio or
 * video, else `unsupported_media`. ffmpeg's own words can't tell: it takes text named `.mp4` for a damaged MP4.
 */
export async function unreadableMedia(file: string, stderr: string): Promise<Problem> {
  const head = await readHead(file)
  const refused = stderr.includes('not on whitelist')
  const damaged = head.length === 0 || (!refused && sniffContainer(head) !== null)
  return new Problem(damaged ? 'invalid_media' : 'unsupported_media', { cause: stderr.trim() })
}
