import { db } from '@/lib/core/db/db'
import { env } from '@/lib/core/env'
import type { Upload } from '@/lib/core/generated/prisma/client'
import { Problem } from '@/lib/core/problem/problem'
import { fileStore } from '@/lib/core/storage/choose-store'
import { claimRoom } from '../targets/claim-room'
import { markStored } from '../targets/open-target'
import { storageKey } from '../upload-address'

/** Checks a size: it must be the announced one or, without one, within the limits. */
async function checkSize({ id: uploadId, userId, sized, sizeBytes }: Upload, actual: number): Promise<void> {
  if (sized && Number(sizeBytes) !== actual) {
    throw new Problem('invalid_media', {
      detail: "The file size doesn't match size_bytes. Upload it again.",
      context: { announced_bytes: Number(sizeBytes), bytes: actual },
    })
  }
  await claimRoom({ userId, uploadId, bytes: actual })
}

/**
 * Checks whether a file has arrived in the bucket, which sends no notice of it. If so, checks its length, which a
 * signature cannot always limit, and stores it. Returns null while there is no file. Throws `file_too_large`,
 * `upload_quota_exceeded` and `invalid_media`, and then removes the file.
 */
export async function finalizeUpload(upload: Upload): Promise<Upload | null> {
  if (!env().S3_BUCKET) return null
  const key = storageKey(upload)
  const sizeBytes = await fileStore().sizeOf(key)
  if (sizeBytes === null) return null
  try {
    await checkSize(upload, sizeBytes)
  } catch (error) {
    if (error instanceof Problem && error.code !== 'storage_unavailable') await fileStore().remove([key])
    throw error
  }
  await markStored(upload, sizeBytes)
  return db().upload.findUnique({ where: { id: upload.id } })
}
