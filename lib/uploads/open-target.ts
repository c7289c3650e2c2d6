import { db } from '@/lib/platform/db'
import type { Upload } from '@/lib/platform/generated/prisma/client'
import { isId } from '@/lib/platform/ids'
import { Problem } from '@/lib/platform/problem'
import { requireActive } from '@/lib/platform/suspension'
import { isSignedUpload, type Purpose } from './upload-address'

export type UploadTarget = { uploadId: string; expires: string; signature: string }

/** What who holds the address of a used target is told. */
export function usedTarget(): Problem {
  return new Problem('expired', {
    detail: 'This upload address has taken its file already. Ask for a new one at /v1/uploads/sign.',
  })
}

/**
 * The upload of a signed address: whoever holds that may send the file. Throws `invalid_credentials` (not signed by us for
 * this), `expired` (too late, or removed) and `account_suspended`.
 */
export async function openTarget(purpose: Purpose, { uploadId, expires, signature }: UploadTarget): Promise<Upload> {
  const expiresMs = Number(expires)
  if (!isId(uploadId) || !Number.isSafeInteger(expiresMs) || !isSignedUpload(purpose, uploadId, expiresMs, signature)) {
    throw new Problem('invalid_credentials', {
      detail: 'This upload address is not signed by this server. Ask for a new one at /v1/uploads/sign.',
    })
  }
  const upload =
    expiresMs > Date.now() ? await db().upload.findUnique({ where: { id: uploadId }, include: { user: true } }) : null
  if (!upload || upload.state === 'removed') {
    throw new Problem('expired', { detail: 'This upload address has expired. Ask for a new one at /v1/uploads/sign.' })
  }
  requireActive(upload.user)
  return upload
}
