import { createHash, type Hash } from 'node:crypto'
import type { Actor } from '@/lib/core/actor'
import { type Db, db } from '@/lib/core/db/db'
import { env } from '@/lib/core/env'
import type { Upload } from '@/lib/core/generated/prisma/client'
import { log } from '@/lib/core/log'
import { Problem } from '@/lib/core/problem/problem'
import { fileStore } from '@/lib/core/storage/choose-store'
import { isInTrash } from '../find-upload'
import { removeFiles } from '../remove-upload'
import { claimRoom, withReservedRoom } from '../targets/claim-room'
import { markStored } from '../targets/open-target'
import { createTarget } from '../targets/sign-upload'
import { objectPath, storageKey } from '../upload-address'
import { lockDigest, type NewTarget } from '../upload-table'
import { withExclusiveWriter } from './exclusive-writer'
import { untilStopped } from './until-stopped'

/** A file as it comes with a request. `atMostBytes`: how long it can be by the length of the request; null: unknown. */
export type SentFile = {
  filename: string
  body: AsyncIterable<Uint8Array>
  atMostBytes: number | null
}

/** `digest`: SHA-256 of the file in hexadecimal. `newSince`: when it was stored; null: it had been sent before. */
export type StoredUpload = { id: string; objectPath: string; digest: string; newSince: Date | null }

async function* withDigest(body: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array, void> {
  for await (const bytes of body) {
    hash.update(bytes)
    yield bytes
  }
}

/** Removes an upload without a trace, with its file; what can't be removed now goes with other abandoned uploads. */
async function removeTrace(id: string): Promise<void> {
  try {
    await db().upload.updateMany({ where: { id }, data: { state: 'removed', sizeBytes: null } })
    await removeFiles([{ id, multipartId: null }])
    await db().upload.deleteMany({ where: { id } })
  } catch (error) {
    log.warn('an upload that is not needed could not be removed', { upload_id: id, error })
  }
}

/** Streams the file to the store, within the user's quota, and returns its digest. */
async function storeBytes({ userId }: Actor, { id }: NewTarget, { body, atMostBytes }: SentFile): Promise<string> {
  const bytes = atMostBytes === null ? null : Math.min(atMostBytes, env().UPLOAD_MAX_BYTES)
  const room = await claimRoom({ userId, uploadId: id, bytes })
  const hash = createHash('sha256')
  try {
    await withExclusiveWriter(id, async (signal) => {
      const bytesOf = () => withDigest(untilStopped(body, signal), hash)
      const receive = () => fileStore().receive(storageKey({ id }), bytesOf(), room)
      await markStored({ id }, await withReservedRoom(id, receive))
    })
  } catch (error) {
    throw isQuotaReached(error, room) ? new Problem('upload_quota_exceeded', { cause: error }) : error
  }
  return hash.digest('hex')
}

/** A file of unknown length gets all the room that is left, which may be less than a file may have. */
function isQuotaReached(error: unknown, room: number): boolean {
  return error instanceof Problem && error.code === 'file_too_large' && room < env().UPLOAD_MAX_BYTES
}

/** Marks a stored upload as just sent again; false: it has been removed in between. */
async function markSentAgain(tx: Db, { id, storedAt }: Upload): Promise<boolean> {
  const now = new Date(Math.max(Date.now(), (storedAt?.getTime() ?? 0) + 1))
  const { count } = await tx.upload.updateMany({ where: { id, state: 'stored' }, data: { storedAt: now } })
  return count > 0
}

/** The user's earlier upload of the same file, if it can still be used; else the digest is recorded for this one. */
async function findEarlier(userId: string, id: string, digest: string): Promise<Upload | null> {
  return db().$transaction(async (tx) => {
    await lockDigest(tx, userId, digest)
    const where = { userId, digest, state: 'stored' } as const
    for (const earlier of await tx.upload.findMany({ where, orderBy: { storedAt: 'desc' } })) {
      if (!(await isInTrash(earlier.id, tx)) && (await markSentAgain(tx, earlier))) return earlier
    }
    await tx.upload.updateMany({ where: { id }, data: { digest } })
    return null
  })
}

/**
 * Stores a file that comes with a request, in constant memory, as an upload of the caller's. The same file again is the
 * upload that there is, under its first name. What breaks off leaves nothing. Throws `file_too_large`,
 * `upload_quota_exceeded`, `too_many_uploads` and `storage_unavailable`.
 */
export async function storeUpload(actor: Actor, file: SentFile): Promise<StoredUpload> {
  const target = await createTarget(actor, { filename: file.filename })
  try {
    const digest = await storeBytes(actor, target, file)
    const earlier = await findEarlier(actor.userId, target.id, digest)
    if (earlier) await removeTrace(target.id)
    const { id, filename } = earlier ?? target
    const own = earlier ? null : await db().upload.findUnique({ where: { id }, select: { storedAt: true } })
    return { id, objectPath: objectPath({ id, filename }), digest, newSince: own?.storedAt ?? null }
  } catch (error) {
    await removeTrace(target.id)
    throw error
  }
}

/** Deletes a file whose request was refused, if it came with that request and was not sent or used again since. */
export async function removeNewUpload({ id, newSince }: StoredUpload): Promise<void> {
  if (newSince === null) return
  const used = await db().libraryItem.count({ where: { media: { platform: 'upload', videoId: id } } })
  if (used > 0) return
  const unsent = { id, state: 'stored', storedAt: newSince } as const
  const { count } = await db().upload.updateMany({ where: unsent, data: { state: 'removed', digest: null } })
  if (count > 0) await removeTrace(id)
}
