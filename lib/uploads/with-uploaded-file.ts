import { rm } from 'node:fs/promises'
import path from 'node:path'
import { newId } from '@/lib/core/ids'
import { fileStore } from '@/lib/core/storage/choose-store'
import { workDir } from '@/lib/core/storage/work-dir'
import { storageKey } from './upload-address'

/** Lends an uploaded file as one of this machine: fetched for as long as `use` takes where the store is elsewhere. */
export async function withUploadedFile<T>(
  uploadId: string,
  signal: AbortSignal,
  use: (file: string) => Promise<T>,
): Promise<T> {
  const folder = path.join(workDir(), `upload-${newId()}`)
  try {
    return await use(await fileStore().localFile(storageKey({ id: uploadId }), path.join(folder, 'media'), signal))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
