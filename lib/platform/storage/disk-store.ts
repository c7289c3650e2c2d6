import { createReadStream } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { Problem } from '../problem'
import { parseRange } from './byte-range'
import type { FileStore, ListedFile } from './file-store'
import { partFile, storedFile } from './stored-file'

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
}

async function sizeOf(key: string): Promise<number | null> {
  try {
    return (await stat(storedFile(key))).size
  } catch (error) {
    if (isMissing(error)) return null
    throw new Problem('storage_unavailable', { cause: error })
  }
}

async function* list(folder: string): AsyncGenerator<ListedFile> {
  const dir = storedFile(folder)
  const names = await readdir(dir).catch((error) => {
    if (isMissing(error)) return []
    throw new Problem('storage_unavailable', { cause: error })
  })
  for (const name of names) {
    const found = await stat(path.join(dir, name)).catch(() => null)
    if (found?.isFile()) yield { key: `${folder}/${name}`, modifiedAt: found.mtime }
  }
}

/** Users' files in the data folder. */
export const diskStore: FileStore = {
  sizeOf,
  list,

  async open(key, rangeHeader) {
    const sizeBytes = await sizeOf(key)
    if (sizeBytes === null) throw new Problem('not_found')
    const range = parseRange(rangeHeader, sizeBytes)
    if (range === false) return null
    const stream = createReadStream(storedFile(key), range ?? {})
    return { body: Readable.toWeb(stream) as unknown as ReadableStream, sizeBytes, range }
  },

  async localFile(key) {
    if ((await sizeOf(key)) === null) throw new Problem('not_found')
    return storedFile(key)
  },

  async remove(keys) {
    for (const file of keys.flatMap((key) => [storedFile(key), partFile(key)])) await rm(file, { force: true })
  },
}
