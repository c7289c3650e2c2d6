import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Source } from './source'

type Kept = { source: Source; remove: () => Promise<void> }

/**
 * Keeps a file that comes on standard input, under the name it is said to have, until `remove`: an upload has to say how
 * long it is before it begins.
 */
export async function bufferInput(input: Readable, name: string, signal: AbortSignal): Promise<Kept> {
  const folder = await mkdtemp(path.join(tmpdir(), 'verbatim-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  const file = path.join(folder, 'input')
  try {
    await pipeline(input, createWriteStream(file, { mode: 0o600 }), { signal })
  } catch (error) {
    await remove()
    throw error
  }
  return { source: { kind: 'file', label: name, path: file, name: path.basename(name) }, remove }
}
