import { db } from '@/lib/platform/db'
import type { Upload } from '@/lib/platform/generated/prisma/client'
import { fileStore } from '@/lib/platform/storage/file-store'
import { usedTarget } from './open-target'
import { storageKey } from './upload-address'

/**
 * Writes down that an upload's file is there, once. Of an upload that has been removed while it came, the file goes:
 * throws `expired` then.
 */
export async function markStored(upload: Pick<Upload, 'id'>, sizeBytes: number): Promise<void> {
  const { count } = await db().upload.updateMany({
    where: { id: upload.id, state: 'signed' },
    data: { state: 'stored', sizeBytes: BigInt(sizeBytes), storedAt: new Date(), multipartId: null },
  })
  if (count > 0) return
  const now = await db().upload.findUnique({ where: { id: upload.id }, select: { state: true } })
  if (now?.state === 'stored') return
  await fileStore().remove([storageKey(upload)])
  throw usedTarget()
}
