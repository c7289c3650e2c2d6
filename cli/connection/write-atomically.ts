import { randomBytes } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { unwritable } from '../failure/unwritable'

/**
 * Writes a file whole or not at all: beside it first, then in its place. `mode` is that of the new file. Throws
 * `output_unwritable`.
 */
export async function writeAtomically(file: string, content: string | Uint8Array, mode = 0o666): Promise<void> {
  const draft = `${file}.${randomBytes(6).toString('hex')}.tmp`
  try {
    const handle = await open(draft, 'wx', mode)
    try {
      await handle.writeFile(content)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {})
    throw unwritable(file, error as NodeJS.ErrnoException)
  }
}
