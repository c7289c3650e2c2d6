import { db } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import { isId } from '@/lib/platform/ids'
import { Problem } from '@/lib/platform/problem'
import { storeFile } from '@/lib/platform/storage/store-file'
import { isSignedUpload, objectPath, storageKey } from './upload-address'

export type UploadTarget = { uploadId: string; expires: string; signature: string }

function checkTarget({ uploadId, expires, signature }: UploadTarget): void {
  const expiresMs = Number(expires)
  if (!isId(uploadId) || !Number.isSafeInteger(expiresMs) || !isSignedUpload(uploadId, expiresMs, signature)) {
    throw new Problem('invalid_credentials', {
      detail: 'This upload address is not signed by this server. Ask for a new one at /v1/uploads/sign.',
    })
  }
  if (expiresMs <= Date.now()) {
    throw new Problem('expired', { detail: 'This upload address has expired. Ask for a new one at /v1/uploads/sign.' })
  }
}

function usedTarget(): Problem {
  return new Problem('expired', {
    detail: 'This upload address has taken its file already. Ask for a new one at /v1/uploads/sign.',
  })
}

/**
 * Takes the one PUT of a signed target, streaming it to the store in constant memory. A PUT that breaks off leaves the
 * target as it was, for another try; of several at once the first whole one counts. Throws `invalid_credentials` (not
 * signed by us), `expired` (too late, or used), `file_too_large` (from the announced length, or while it streams) and
 * `storage_unavailable`.
 */
export async function receiveUpload(
  target: UploadTarget,
  body: AsyncIterable<Uint8Array>,
  announcedBytes: number | null,
): Promise<{ object_path: string; size_bytes: number }> {
  checkTarget(target)
  const maxBytes = env().UPLOAD_MAX_BYTES
  if (announcedBytes !== null && announcedBytes > maxBytes) {
    throw new Problem('file_too_large', { context: { max_bytes: maxBytes, bytes: announcedBytes } })
  }
  const upload = await db().upload.findUnique({ where: { id: target.uploadId } })
  if (upload?.state !== 'signed') throw usedTarget()
  const { stored, sizeBytes } = await storeFile(storageKey(upload), body, maxBytes)
  await db().upload.updateMany({
    where: { id: upload.id, state: 'signed' },
    data: { state: 'stored', sizeBytes: BigInt(sizeBytes), storedAt: new Date() },
  })
  if (!stored) throw usedTarget()
  return { object_path: objectPath(upload), size_bytes: sizeBytes }
}
