import { db } from '@/lib/core/db/db'
import { env } from '@/lib/core/env'
import type { Prisma } from '@/lib/core/generated/prisma/client'
import { UploadState } from '@/lib/core/generated/prisma/enums'
import { isId } from '@/lib/core/ids'
import { fileStore } from '@/lib/core/storage/choose-store'
import type { ListedFile } from '@/lib/core/storage/file-store'
import { removeFiles } from './remove-upload'
import { UPLOADS } from './upload-address'
import { removeOldUploads } from './upload-table'

const BATCH = 500
const HOUR_MS = 3_600_000
/** A client that began in time may still be sending; to a bucket unseen by us. On this disk its target is extended meanwhile. */
const graceMs = () => (env().S3_BUCKET ? 24 * HOUR_MS : HOUR_MS)

async function takeBatch(where: Prisma.UploadWhereInput) {
  return db().upload.findMany({ where, select: { id: true, multipartId: true }, take: BATCH, orderBy: { id: 'asc' } })
}

/** Removes upload targets without a file after their time, with the bytes received so far. Returns how many there were. */
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
    // A file that was stored in between stays, and is not found again.
    if (gone.count === 0) break
  }
  return count
}

/**
 * Removes files `UPLOAD_RETENTION` after they were stored or the last job on them ended; never one that a job uses.
 * Transcripts stay. Returns how many there were.
 */
export async function purgeOldUploads(now = new Date()): Promise<number> {
  const keptMs = env().UPLOAD_RETENTION
  if (keptMs === null) return 0
  const before = new Date(now.getTime() - keptMs)
  for (let count = 0; ; ) {
    const old = await removeOldUploads(before, BATCH)
    await removeFiles(old)
    count += old.length
    if (old.length < BATCH) return count
  }
}

/** The id of the upload that a file belongs to, complete or not. */
function ownerOf({ key }: ListedFile): string {
  return key.slice(UPLOADS.length + 1).split('.')[0] ?? ''
}

async function removeUnowned(files: readonly ListedFile[]): Promise<number> {
  const ids = files.map(ownerOf).filter(isId)
  const where = { id: { in: ids }, state: { not: UploadState.removed } }
  const owned = new Set((await db().upload.findMany({ where, select: { id: true } })).map(({ id }) => id))
  const left = files.filter((file) => !owned.has(ownerOf(file)))
  await fileStore().remove(left.map(({ key }) => key))
  return left.length
}

/**
 * Removes files of the store that belong to no upload any more: received after the account or target was deleted, or
 * left by an interrupted removal. Returns how many there were.
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
