import { db } from '@/lib/platform/db'
import type { Upload } from '@/lib/platform/generated/prisma/client'
import { storeFile } from '@/lib/platform/storage/store-file'
import { claimRoom } from './claim-room'
import type { UploadReceived } from './contract'
import { markStored } from './mark-stored'
import { openTarget, type UploadTarget, usedTarget } from './open-target'
import { objectPath, storageKey } from './upload-address'

async function giveRoomBack({ id }: Upload): Promise<void> {
  await db().upload.updateMany({ where: { id, state: 'signed', sized: false }, data: { sizeBytes: null } })
}

/**
 * Takes the one PUT of a signed target, streaming it to the store in constant memory. A PUT that breaks off leaves the
 * target as it was, for another try; of several at once the first whole one counts. Throws `invalid_credentials` (not
 * signed by us), `expired` (too late, or used), `file_too_large` (from the announced length, or while it streams),
 * `upload_quota_exceeded` and `storage_unavailable`.
 */
export async function receiveUpload(
  target: UploadTarget,
  body: AsyncIterable<Uint8Array>,
  announcedBytes: number | null,
): Promise<UploadReceived> {
  const upload = await openTarget('put', target)
  if (upload.state !== 'signed') throw usedTarget()
  const { id: uploadId, userId, sized, sizeBytes: announced } = upload
  const room = await claimRoom({ userId, uploadId, bytes: sized ? Number(announced) : announcedBytes })
  try {
    const { stored, sizeBytes } = await storeFile(storageKey(upload), body, room)
    await markStored(upload, sizeBytes)
    if (!stored) throw usedTarget()
    return { object_path: objectPath(upload), size_bytes: sizeBytes }
  } catch (error) {
    await giveRoomBack(upload)
    throw error
  }
}
