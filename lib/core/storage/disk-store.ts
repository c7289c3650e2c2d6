import { createReadStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { newId } from '../ids'
import { Problem } from '../problem/problem'
import { diskProblem } from './disk-space'
import { type FileStore, type ListedFile, parseRange } from './file-store'
import { storeFile } from './store-file'
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

  async receive(key, body, maxBytes) {
    return (await storeFile(key, body, maxBytes)).sizeBytes
  },

  async put(key, bytes) {
    const file = storedFile(key)
    const part = `${file}.${newId()}.part`
    try {
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
      await writeFile(part, bytes, { mode: 0o600 })
      await rename(part, file)
    } catch (error) {
      throw diskProblem(error)
    } finally {
      await rm(part, { force: true })
    }
  },

  async remove(keys) {
    for (const file of keys.flatMap((key) => [storedFile(key), partFile(key)])) await rm(file, { force: true })
  },
}
