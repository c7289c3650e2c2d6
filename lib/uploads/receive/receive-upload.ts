import { db } from '@/lib/core/db/db'
import type { Upload } from '@/lib/core/generated/prisma/client'
import { dropReceived } from '@/lib/core/storage/append-to-file'
import { storeFile } from '@/lib/core/storage/store-file'
import type { UploadReceived } from '../contract'
import { claimRoom, withReservedRoom } from '../targets/claim-room'
import { markStored, openTarget, type UploadTarget, usedTarget } from '../targets/open-target'
import { objectPath, storageKey } from '../upload-address'
import { withExclusiveWriter } from './exclusive-writer'
import { untilStopped } from './until-stopped'

async function releaseRoom({ id }: Upload): Promise<void> {
  await db().upload.updateMany({ where: { id, state: 'signed', sized: false }, data: { sizeBytes: null } })
}

/** Stores the whole file. What had come of it in goes makes room: a PUT begins the file anew. */
async function store(upload: Upload, body: AsyncIterable<Uint8Array>, room: number): Promise<UploadReceived> {
  const key = storageKey(upload)
  await dropReceived(key)
  const { stored, sizeBytes } = await storeFile(key, body, room)
  await markStored(upload, sizeBytes)
  if (!stored) throw usedTarget()
  return { object_path: objectPath(upload), size_bytes: sizeBytes }
}

/**
 * Takes the one PUT of a signed target, streaming it to the store in constant memory. A PUT that breaks off leaves the
 * target as it was, for another try. A target has one writer, and one writer's room: who comes later stops the one before,
 * which is answered `upload_incomplete`. Throws `invalid_credentials` (not signed by us), `expired` (too late, or used),
 * `file_too_large` (from the announced length, or while it streams), `upload_quota_exceeded` and `storage_unavailable`.
 */
export async function receiveUpload(
  target: UploadTarget,
  body: AsyncIterable<Uint8Array>,
  announcedBytes: number | null,
): Promise<UploadReceived> {
  const { id } = await openTarget('put', target)
  return withExclusiveWriter(id, async (signal) => {
    const upload = await openTarget('put', target)
    if (upload.state !== 'signed') throw usedTarget()
    const { userId, sized, sizeBytes: announced } = upload
    const room = await claimRoom({ userId, uploadId: id, bytes: sized ? Number(announced) : announcedBytes })
    try {
      return await withReservedRoom(id, () => store(upload, untilStopped(body, signal), room))
    } catch (error) {
      await releaseRoom(upload)
      throw error
    }
  })
}
