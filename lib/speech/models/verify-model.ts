import { createHash } from 'node:crypto'
import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { singleFlight } from '@/lib/core/concurrency/single-flight'
import type { ModelFile, SpeechModel } from './manifest'

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

/** The state of each file when its hash was last computed. */
const stampSchema = z.record(z.string(), z.object({ bytes: z.number(), modifiedMs: z.number(), sha256: z.string() }))

type Stamp = z.infer<typeof stampSchema>

const STAMP_FILE = 'verified.json'
const UNWRITABLE = ['EROFS', 'EACCES', 'ENOSPC', 'ENOENT']

async function readStamp(folder: string): Promise<Stamp> {
  try {
    return stampSchema.parse(JSON.parse(await readFile(path.join(folder, STAMP_FILE), 'utf8')))
  } catch {
    // Absent or unreadable, it is made anew from the files.
    return {}
  }
}

async function writeStamp(folder: string, stamp: Stamp): Promise<void> {
  const fresh = path.join(folder, `${STAMP_FILE}.${process.pid}`)
  try {
    await writeFile(fresh, JSON.stringify(stamp))
    await rename(fresh, path.join(folder, STAMP_FILE))
  } catch (error) {
    // The note only saves work: without it the files are hashed again.
    if (!UNWRITABLE.includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    await rm(fresh, { force: true }).catch(() => undefined)
  }
}

async function stampOf(location: string, file: ModelFile, known: Stamp[string] | undefined) {
  const found = await stat(location).catch(() => null)
  if (!found?.isFile()) return null
  const now = { bytes: found.size, modifiedMs: found.mtimeMs }
  if (known && known.bytes === now.bytes && known.modifiedMs === now.modifiedMs) return known
  return { ...now, sha256: now.bytes === file.bytes ? await hashFile(location) : 'of another size' }
}

/** The state of a model's file on disk. */
export type FileState = 'absent' | 'good' | 'damaged'

async function verify(model: SpeechModel, folder: string): Promise<Map<string, FileState>> {
  const old = await readStamp(folder)
  const stamp: Stamp = {}
  const states = new Map<string, FileState>()
  for (const file of model.files) {
    const entry = await stampOf(path.join(folder, file.path), file, old[file.path])
    if (entry) stamp[file.path] = entry
    states.set(file.path, !entry ? 'absent' : entry.sha256 === file.sha256 ? 'good' : 'damaged')
  }
  if (JSON.stringify(stamp) !== JSON.stringify(old)) await writeStamp(folder, stamp)
  return states
}

/**
 * The state of each of a model's files in that folder, by its path: whether it is the one of the manifest. A file is
 * hashed once for its size and time of change, remembered in a small file beside it: the library loads a truncated model
 * without a word, or dies of it.
 */
export function verifyModel(model: SpeechModel, folder: string): Promise<Map<string, FileState>> {
  return singleFlight(`verify-model ${folder}`, () => verify(model, folder))
}
