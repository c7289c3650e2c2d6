import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'

const CHUNK_BYTES = 1024 * 1024

/** The SHA-256 of a file, in lower-case hexadecimal. Throws the signal's reason when aborted. */
export async function hashFile(file: string, signal?: AbortSignal): Promise<string> {
  const handle = await open(file, 'r')
  try {
    const hash = createHash('sha256')
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
    for (;;) {
      signal?.throwIfAborted()
      const { bytesRead } = await handle.read(chunk)
      if (bytesRead === 0) return hash.digest('hex')
      hash.update(chunk.subarray(0, bytesRead))
    }
  } finally {
    await handle.close()
  }
}
