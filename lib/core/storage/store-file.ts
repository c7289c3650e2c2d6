import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { link, mkdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { newId } from '../ids'
import { Problem } from '../problem/problem'
import { diskProblem } from './disk-space'
import { storedFile } from './stored-file'

function countBytes(maxBytes: number): { counter: Transform; total: () => number } {
  let total = 0
  const counter = new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      total += chunk.byteLength
      if (total > maxBytes) done(new Problem('file_too_large', { context: { max_bytes: maxBytes } }))
      else done(null, chunk)
    },
  })
  return { counter, total: () => total }
}

/**
 * Writes what streams in to a new file, and says how long it is. Throws `file_too_large` while it streams, and
 * `storage_unavailable` on a full disk. Of a stream that breaks off, the caller removes the beginning.
 */
export async function writeBounded(file: string, body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<number> {
  const { counter, total } = countBytes(maxBytes)
  const written = createWriteStream(file, { mode: 0o600, flush: true })
  try {
    await pipeline(body, counter, written)
  } catch (error) {
    // Else it might be opened, and so made, after the caller has removed it.
    if (!written.closed) await once(written, 'close')
    throw diskProblem(error)
  }
  return total()
}

/**
 * Streams bytes into the data folder under `key`, whole or not at all: the file appears when its last byte is on the
 * disk, and the rest of a broken stream is removed. Of concurrent calls the first to end wins; `stored` is false for
 * the others, and for a key that already has a file, whose size is returned then. Throws `file_too_large` while it
 * streams, `storage_unavailable` on a full disk.
 */
export async function storeFile(
  key: string,
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<{ stored: boolean; sizeBytes: number }> {
  const target = storedFile(key)
  const part = `${target}.${newId()}.part`
  try {
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
    const sizeBytes = await writeBounded(part, body, maxBytes)
    await link(part, target)
    return { stored: true, sizeBytes }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      return { stored: false, sizeBytes: (await stat(target)).size }
    throw diskProblem(error)
  } finally {
    await rm(part, { force: true })
  }
}
