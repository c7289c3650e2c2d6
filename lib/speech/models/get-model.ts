import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Problem } from '@/lib/core/problem/problem'
import { freeBytes as freeOnDisk } from '@/lib/core/storage/disk-space'
import { installWhisper } from '@/lib/speech/whisper/install-whisper'
import { fetchFile } from './fetch-file'
import { findModel, modelBytes, modelFolder, type SpeechModel } from './manifest'
import { partBytes } from './model-state'
import { verifyModel } from './verify-model'
import { withLockedFolder } from './with-locked-folder'

export type GetOptions = {
  signal?: AbortSignal
  /** Called as bytes come; what was here already is counted. */
  onProgress?: (progress: { receivedBytes: number; totalBytes: number }) => void
  /** The bytes that are free where the folder is; asked of the system by default. */
  freeBytes?: FreeBytes
  /** The longest silence of a mirror; 30 s by default. */
  silenceMs?: number | undefined
}

type FreeBytes = (folder: string) => Promise<number>

const inMegabytes = (bytes: number) => `${Math.ceil(bytes / 1e6)} MB`

/** The files of a model that are still to be fetched, and how many bytes of them are not here yet. */
async function findMissing(model: SpeechModel, folder: string) {
  const states = await verifyModel(model, folder)
  const missing = model.files.filter(({ path: name }) => states.get(name) !== 'good')
  const parts = await Promise.all(missing.map((file) => partBytes(path.join(folder, file.path))))
  const missingBytes = missing.reduce((sum, { bytes }) => sum + bytes, 0)
  return { missing, missingBytes, bytesToCome: missingBytes - parts.reduce((sum, bytes) => sum + bytes, 0) }
}

/**
 * Throws `storage_unavailable` unless the disk has room for twice what is still to come: a full disk would stop the
 * database beside it.
 */
export async function requireRoom(
  model: SpeechModel,
  folder: string,
  freeBytes: FreeBytes = freeOnDisk,
): Promise<void> {
  await mkdir(folder, { recursive: true })
  const wanted = 2 * (await findMissing(model, folder)).bytesToCome
  const free = await freeBytes(folder)
  if (free >= wanted) return
  throw new Problem('storage_unavailable', {
    detail: `The disk of ${folder} has ${inMegabytes(free)} free, and ${inMegabytes(wanted)} are needed. Free some space, or set VERBATIM_DATA to a folder on another disk.`,
    context: { free_bytes: free, wanted_bytes: wanted },
  })
}

/**
 * Fetches the missing files of a model into a folder, one after the other, and verifies each. An interrupted or aborted
 * fetch continues the next time. Throws Problems: those of `fetchFile`, `storage_unavailable` for too little disk
 * space, `service_unavailable` while another process fetches the model; those of `installWhisper`; the signal's reason. What the
 * model needs comes first: the packages that run it, other models.
 */
export async function fetchModel(model: SpeechModel, folder: string, options: GetOptions = {}): Promise<void> {
  const { signal = new AbortController().signal, onProgress, freeBytes = freeOnDisk, silenceMs } = options
  if (model.engine === 'whisper') await installWhisper(signal)
  for (const needed of model.needs)
    await fetchModel(findModel(needed), modelFolder(needed), { signal, freeBytes, silenceMs })
  await withLockedFolder(folder, async () => {
    await requireRoom(model, folder, freeBytes)
    const { missing, missingBytes } = await findMissing(model, folder)
    const totalBytes = modelBytes(model)
    let doneBytes = totalBytes - missingBytes
    for (const file of missing) {
      signal.throwIfAborted()
      const onBytes = (bytes: number) => onProgress?.({ receivedBytes: doneBytes + bytes, totalBytes })
      await fetchFile(model, file, folder, { signal, onBytes, silenceMs })
      doneBytes += file.bytes
    }
    await verifyModel(model, folder)
  })
}

/** Fetches the model of that name as `fetchModel` does. The service uses it from then on. Throws Problem `not_found`, too. */
export async function getModel(name: string, options: GetOptions = {}): Promise<void> {
  await fetchModel(findModel(name), modelFolder(name), options)
}

const POLL_INTERVAL_MS = 100

/**
 * Removes a model and what has been fetched of it. An engine that has it loaded works on until it is idle. A download
 * that is just stopping is waited for, for `timeoutMs`. Throws Problems: `not_found`, `service_unavailable` while it is
 * being fetched.
 */
export async function removeModel(name: string, timeoutMs = 0): Promise<void> {
  const folder = modelFolder(findModel(name).name)
  for (let left = timeoutMs; ; left -= POLL_INTERVAL_MS) {
    try {
      return await withLockedFolder(folder, () => rm(folder, { recursive: true, force: true }))
    } catch (error) {
      if (left <= 0 || !(error instanceof Problem) || error.code !== 'service_unavailable') throw error
      await delay(POLL_INTERVAL_MS)
    }
  }
}
