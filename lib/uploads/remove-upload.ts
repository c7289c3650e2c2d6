import type { Actor } from '@/lib/platform/actor'
import { db } from '@/lib/platform/db'
import { removeStoredFile } from '@/lib/platform/storage/remove-stored-file'
import { storageKey } from './upload-address'

/** Removes an upload of the caller's with its file. Nothing happens where there is none. Throws `storage_unavailable`. */
export async function removeUpload({ userId }: Actor, uploadId: string): Promise<void> {
  const upload = await db().upload.findFirst({ where: { id: uploadId, userId } })
  if (!upload) return
  await removeStoredFile(storageKey(upload))
  await db().upload.deleteMany({ where: { id: uploadId, userId } })
}
