import { textKeys } from '@/lib/archive/delete-unused-texts'
import { findLibraryItemId } from '@/lib/archive/find-library-item-id'
import { discardJobFiles } from '@/lib/jobs/job-files'
import type { Actor } from '@/lib/platform/actor'
import { db } from '@/lib/platform/db'
import type { Prisma } from '@/lib/platform/generated/prisma/client'
import { isId } from '@/lib/platform/ids'
import { Problem } from '@/lib/platform/problem'
import { deleteUnused } from './delete-unused'
import { leaveLibraryItem } from './leave-library-item'

/** Responses stored for idempotent calls contain the text, too. */
async function deleteStoredResponses(
  tx: Prisma.TransactionClient,
  userId: string,
  ids: readonly string[],
): Promise<void> {
  await tx.$executeRaw`
    delete from idempotency_key
    where user_id = ${userId}::uuid and (body ->> 'id' = any(${ids}) or body ->> 'job_id' = any(${ids}))`
}

async function removeLibraryItem(tx: Prisma.TransactionClient, userId: string, libraryItemId: string) {
  const left = await leaveLibraryItem(tx, userId, libraryItemId)
  if (!left) return null
  const callers = await tx.jobCaller.findMany({ where: { userId, libraryItemId }, select: { jobId: true } })
  const former = await tx.formerLibraryItem.findMany({ where: { userId, libraryItemId }, select: { id: true } })
  const ids = [libraryItemId, ...former.map(({ id }) => id)]
  await deleteStoredResponses(tx, userId, [...ids, ...callers.map(({ jobId }) => jobId)])
  await tx.jobCaller.deleteMany({ where: { userId, libraryItemId } })
  await tx.libraryItem.delete({ where: { id: libraryItemId } })
  return left
}

async function libraryItemIdOf(userId: string, id: string): Promise<string> {
  if (!isId(id)) throw new Problem('not_found', { detail: 'There is no such transcript of yours. Check its id.' })
  const caller = await db().jobCaller.findUnique({ where: { jobId_userId: { jobId: id, userId } } })
  return caller?.libraryItemId ?? findLibraryItemId(userId, id)
}

/**
 * Removes an item of the caller's library, by its own id or its job's: the text, its public page, the caller's part in
 * its job (which ends, free of charge, when no other caller is left), and the file of an upload. Charges stay: the same
 * recording costs nothing again. Throws `not_found`.
 */
export async function removeTranscription(actor: Actor, id: string): Promise<void> {
  const libraryItemId = await libraryItemIdOf(actor.userId, id)
  for (;;) {
    const left = await db().$transaction((tx) => removeLibraryItem(tx, actor.userId, libraryItemId))
    if (!left) continue
    for (const jobId of left.endedJobs) await discardJobFiles(jobId)
    // If this process ends here, `purgeLeftTexts` does the rest.
    return deleteUnused(textKeys(left.libraryItem))
  }
}
