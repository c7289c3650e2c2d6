import { db } from '@/lib/core/db/db'
import type { Upload } from '@/lib/core/generated/prisma/client'
import { isId } from '@/lib/core/ids'
import { Problem } from '@/lib/core/problem/problem'
import { fileStore } from '@/lib/core/storage/choose-store'
import { requireActive } from '@/lib/core/suspension'
import { isSignedUpload, type Purpose, storageKey } from '../upload-address'
import { storedType } from './stored-type'

export type UploadTarget = { uploadId: string; expires: string; signature: string }

/** The error for the address of a target that has its file already. */
export function usedTarget(): Problem {
  return new Problem('expired', {
    detail: 'This upload URL was used before. Request a new one at /v1/uploads/sign.',
  })
}

/**
 * The upload of a signed address, whose holder may send the file. Throws `invalid_credentials` (not signed by this
 * service for this purpose), `expired` (too late, or removed) and `account_suspended`.
 */
export async function openTarget(purpose: Purpose, { uploadId, expires, signature }: UploadTarget): Promise<Upload> {
  const expiresMs = Number(expires)
  if (!isId(uploadId) || !Number.isSafeInteger(expiresMs) || !isSignedUpload(purpose, uploadId, expiresMs, signature)) {
    throw new Problem('invalid_credentials', {
      detail: 'This upload URL has no valid signature. Request a new one at /v1/uploads/sign.',
    })
  }
  const upload =
    expiresMs > Date.now() ? await db().upload.findUnique({ where: { id: uploadId }, include: { user: true } }) : null
  if (!upload || upload.state === 'removed') {
    throw new Problem('expired', { detail: 'This upload URL has expired. Request a new one at /v1/uploads/sign.' })
  }
  requireActive(upload.user)
  return upload
}

/**
 * Writes down that an upload's file is there, once, and what type its bytes have. Of an upload that has been removed while it came, the file goes:
 * throws `expired` then.
 */
export async function markStored(upload: Pick<Upload, 'id'>, sizeBytes: number): Promise<void> {
  const contentType = await storedType(storageKey(upload))
  const { count } = await db().upload.updateMany({
    where: { id: upload.id, state: 'signed' },
    data: { state: 'stored', contentType, sizeBytes: BigInt(sizeBytes), storedAt: new Date(), multipartId: null },
  })
  if (count > 0) return
  const now = await db().upload.findUnique({ where: { id: upload.id }, select: { state: true } })
  if (now?.state === 'stored') return
  await fileStore().remove([storageKey(upload)])
  throw usedTarget()
}
