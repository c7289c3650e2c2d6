import { db } from '@/lib/platform/db'
import type { Upload } from '@/lib/platform/generated/prisma/client'
import { storeFile } from '@/lib/platform/storage/store-file'
import { claimRoom } from './claim-room'
import type { UploadReceived } from './contract'
import { markStored } from './mark-stored'
import { openTarget, type UploadTarget, usedTarget } from './open-target'
import { objectPath, storageKey } from './upload-address'

async function claim(upload: Upload, announcedBytes: number | null): Promise<number> {
  const { id: uploadId, userId, sized, sizeBytes } = upload
  const bytes = sized ? Number(sizeBytes) : announcedBytes
  return db().$transaction(async (tx) => {
    const room = await claimRoom(tx, { userId, uploadId, bytes })
    await tx.upload.updateMany({ where: { id: uploadId, state: 'signed' }, data: { sizeBytes: BigInt(room) } })
    return room
  })
}

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
  const room = await claim(upload, announcedBytes)
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
