import { type FileHandle, link, mkdir, open, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Problem } from '../problem/problem'
import { diskProblem } from './disk-space'
import { partFile, storedFile } from './stored-file'

/** The bytes between flushes, which a crash of the machine may lose: fewer would slow the disk down. */
const FLUSH_EVERY_BYTES = 16 * 1024 * 1024

/** The received bytes of a file that is sent in several requests. */
export async function receivedBytes(key: string): Promise<number> {
  try {
    return (await stat(partFile(key))).size
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0
    throw new Problem('storage_unavailable', { cause: error })
  }
}

type Append = { body: AsyncIterable<Uint8Array>; maxBytes: number; signal: AbortSignal }

async function appendTo(file: FileHandle, { body, maxBytes, signal }: Append): Promise<void> {
  let sinceFlush = 0
  let total = (await file.stat()).size
  for await (const chunk of body) {
    signal.throwIfAborted()
    if (total + chunk.byteLength > maxBytes) throw new Problem('file_too_large', { context: { max_bytes: maxBytes } })
    await file.writeFile(chunk)
    total += chunk.byteLength
    sinceFlush += chunk.byteLength
    if (sinceFlush < FLUSH_EVERY_BYTES) continue
    await file.datasync()
    sinceFlush = 0
  }
}

/**
 * Appends bytes to what has come of a file. What has been written stays, even when the stream breaks off, the signal
 * stops it or the process dies. Throws what breaks the stream, `file_too_large` past `maxBytes`, and `storage_unavailable`
 * on a full disk.
 */
export async function appendToFile(key: string, append: Append): Promise<void> {
  const part = partFile(key)
  await mkdir(path.dirname(part), { recursive: true, mode: 0o700 })
  const file = await open(part, 'a', 0o600)
  try {
    await appendTo(file, append)
  } catch (error) {
    throw diskProblem(error)
  } finally {
    await file.sync()
    await file.close()
  }
}

/** Deletes the received bytes of a file that is sent in several requests. */
export async function dropReceived(key: string): Promise<void> {
  await rm(partFile(key), { force: true })
}

/** Turns the received bytes of a file into the file. An existing file stays. */
export async function completeFile(key: string): Promise<void> {
  await link(partFile(key), storedFile(key)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST' && error.code !== 'ENOENT') throw error
  })
  await rm(partFile(key), { force: true })
}
