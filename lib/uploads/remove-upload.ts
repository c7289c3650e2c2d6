import type { Actor } from '@/lib/core/actor'
import { db } from '@/lib/core/db/db'
import { env } from '@/lib/core/env'
import type { Upload } from '@/lib/core/generated/prisma/client'
import { UploadState } from '@/lib/core/generated/prisma/enums'
import { isId } from '@/lib/core/ids'
import { Problem } from '@/lib/core/problem/problem'
import { fileStore } from '@/lib/core/storage/choose-store'
import { dropParts } from '@/lib/core/storage/s3/parts'
import { stopWriter } from './receive/exclusive-writer'
import { peaksKey, storageKey } from './upload-address'

/**
 * Removes the files of uploads, what has come of them, and their waveforms. Who is still sending one to this process is stopped; another
 * process finds at the end that the upload is gone, and removes the file itself.
 */
export async function removeFiles(uploads: readonly Pick<Upload, 'id' | 'multipartId'>[]): Promise<void> {
  const removed = new Problem('expired', {
    detail: 'This upload was deleted. Request a new upload URL at /v1/uploads/sign.',
  })
  for (const { id, multipartId } of uploads) {
    await stopWriter(id, removed)
    if (multipartId && env().S3_BUCKET) await dropParts(storageKey({ id }), multipartId)
  }
  await fileStore().remove(uploads.flatMap((upload) => [storageKey(upload), peaksKey(upload)]))
}

/** Deletes the file of one of a user's uploads. Returns whether there was one. */
export async function discardUpload({ userId }: Pick<Actor, 'userId'>, uploadId: string): Promise<boolean> {
  const where = { id: uploadId, userId, state: { not: UploadState.removed } }
  const upload = isId(uploadId) ? await db().upload.findFirst({ where }) : null
  if (!upload) return false
  await db().upload.update({ where: { id: upload.id }, data: { state: 'removed', sizeBytes: null, multipartId: null } })
  await removeFiles([upload])
  return true
}

/**
 * Deletes the file of one of the caller's uploads; the transcripts of it stay. A job that is
 * transcribing it ends with an error. Throws `not_found`.
 */
export async function removeUpload(actor: Actor, uploadId: string): Promise<void> {
  if (await discardUpload(actor, uploadId)) return
  throw new Problem('not_found', { detail: 'Upload not found. It may be deleted already.' })
}
