import { db } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import type { Prisma } from '@/lib/platform/generated/prisma/client'
import { isId } from '@/lib/platform/ids'
import { fileStore, type ListedFile } from '@/lib/platform/storage/file-store'
import { removeFiles } from './remove-upload'
import { UPLOADS } from './upload-address'

const BATCH = 500
const HOUR_MS = 3_600_000
/** Who began in time may still be sending: to a bucket without our seeing it. To this disk the target lives on meanwhile. */
const graceMs = () => (env().S3_BUCKET ? 24 * HOUR_MS : HOUR_MS)

async function takeBatch(where: Prisma.UploadWhereInput) {
  return db().upload.findMany({ where, select: { id: true, multipartId: true }, take: BATCH, orderBy: { id: 'asc' } })
}

/** Removes upload targets that nobody has sent a file to in time, with what had come of it. Gives how many there were. */
export async function purgeAbandonedUploads(now = new Date()): Promise<number> {
  const over = { lt: new Date(now.getTime() - graceMs()) }
  const where: Prisma.UploadWhereInput = {
    state: 'signed',
    expiresAt: over,
    OR: [{ resumableUntil: null }, { resumableUntil: over }],
  }
  let count = 0
  for (let batch = await takeBatch(where); batch.length > 0; batch = await takeBatch(where)) {
    await removeFiles(batch)
    const gone = await db().upload.deleteMany({ where: { ...where, id: { in: batch.map(({ id }) => id) } } })
    count += gone.count
    // A file that was written down in between stays, and is not met again.
    if (gone.count === 0) break
  }
  return count
}

/**
 * Removes files that have been kept as long as `UPLOAD_RETENTION` says, since they came or since the last job on them
 * ended; never one that a job is at. Transcripts stay. Gives how many there were.
 */
export async function purgeOldUploads(now = new Date()): Promise<number> {
  const keptMs = env().UPLOAD_RETENTION
  if (keptMs === null) return 0
  const before = new Date(now.getTime() - keptMs)
  for (let count = 0; ; ) {
    const old = await db().$queryRaw<{ id: string; multipartId: string | null }[]>`
      update upload set state = 'removed', size_bytes = null, multipart_id = null
      where id in (
        select u.id from upload u where u.state = 'stored' and u.stored_at < ${before}
          and not exists (
            select from job j join media m on m.id = j.media_id
            where m.platform = 'upload' and m.video_id = u.id::text
              and (j.finished_at is null or j.finished_at >= ${before}))
        limit ${BATCH})
      returning id, multipart_id as "multipartId"`
    await removeFiles(old)
    count += old.length
    if (old.length < BATCH) return count
  }
}

/** The upload that a file belongs to, whole or in the making. */
function ownerOf({ key }: ListedFile): string {
  return key.slice(UPLOADS.length + 1).split('.')[0] ?? ''
}

async function removeUnowned(files: readonly ListedFile[]): Promise<number> {
  const ids = files.map(ownerOf).filter(isId)
  const where = { id: { in: ids }, state: { not: 'removed' } }
  const owned = new Set((await db().upload.findMany({ where, select: { id: true } })).map(({ id }) => id))
  const left = files.filter((file) => !owned.has(ownerOf(file)))
  await fileStore().remove(left.map(({ key }) => key))
  return left.length
}

/**
 * Removes files of the store that belong to no upload any more: what came after its account or its target was gone, and
 * what a removal left that was cut off. Gives how many there were.
 */
export async function purgeUnownedFiles(now = new Date()): Promise<number> {
  let [batch, count]: [ListedFile[], number] = [[], 0]
  for await (const file of fileStore().list(UPLOADS)) {
    if (now.getTime() - file.modifiedAt.getTime() < 24 * HOUR_MS) continue
    batch.push(file)
    if (batch.length < BATCH) continue
    count += await removeUnowned(batch)
    batch = []
  }
  return count + (await removeUnowned(batch))
}
