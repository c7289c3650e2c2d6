import type { Actor } from '@/lib/core/actor'
import { db } from '@/lib/core/db/db'
import type { LibraryItem, Prisma } from '@/lib/core/generated/prisma/client'
import { Problem } from '@/lib/core/problem/problem'
import { discardJobFiles } from '@/lib/jobs/audio/job-files'
import { leaveJob } from '@/lib/jobs/end/leave-job'
import { RUNNING_STATUSES } from '@/lib/jobs/states'
import { findOwnItemId, noTranscript } from '../find-own-item-id'
import { tagNames } from '../tags/tag-table'
import { deleteFromTrash } from '../trash/purge-trash'
import { findLinks } from '../trash/trashed-links'
import { deleteStoredResponses, lockLibraryItem } from './removal-queries'

/**
 * Moves a user's library item, locked and without running jobs, to the trash. Its row goes, and with it the public page
 * and all that leads to it, so that no read finds the item; transcript and file stay.
 */
async function moveToTrash(tx: Prisma.TransactionClient, libraryItem: LibraryItem): Promise<void> {
  const { id, userId, mediaId, requestedLang, alsoRequested, jobId, coveredMs, transcriptId, createdAt } = libraryItem
  const { title, author, thumbnailUrl, publishedAt, customTitle, durationSeconds, totalSeconds } = libraryItem
  const { links, slug, storedIds } = await findLinks(tx, userId, id)
  const target = { mediaId, requestedLang, alsoRequested, jobId, coveredMs, transcriptId, createdAt }
  const described = { title, author, thumbnailUrl, publishedAt, customTitle, durationSeconds, totalSeconds }
  const tags = await tagNames(tx, id)
  await tx.trashedItem.create({ data: { id, userId, ...target, ...described, slug, tags, links } })
  await deleteStoredResponses(tx, userId, storedIds)
  await tx.jobCaller.deleteMany({ where: { userId, libraryItemId: id } })
  await tx.libraryItem.delete({ where: { id } })
}

/** Ends the caller's part in an item's running jobs and moves it to the trash; null: to be repeated. Throws `not_found`. */
async function trashLibraryItem(
  tx: Prisma.TransactionClient,
  userId: string,
  libraryItemId: string,
): Promise<LeftLibraryItem | null> {
  const left = await leaveLibraryItem(tx, userId, libraryItemId)
  if (left) await moveToTrash(tx, left.libraryItem)
  return left
}

/**
 * Deletes an item of the caller's library, by its own ID or its job's. Reads no longer find it, its public page is
 * removed, and the caller leaves its job free of charge; the job ends when it has no other caller. The item stays in
 * the trash for 30 days with its text and uploaded file. `permanently` deletes them immediately, also for an item in
 * the trash. Charges stay: the same recording costs nothing again. Throws `not_found`.
 */
export async function removeTranscription(
  { userId }: Actor,
  id: string,
  { permanently = false }: { permanently?: boolean } = {},
): Promise<void> {
  const libraryItemId = await findOwnItemId(userId, id)
  if (permanently && (await deleteFromTrash(userId, libraryItemId))) return
  for (;;) {
    const left = await db().$transaction((tx) => trashLibraryItem(tx, userId, libraryItemId))
    if (!left) continue
    for (const jobId of left.endedJobs) await discardJobFiles(jobId)
    if (!permanently) return
    // If this process ends in between, the item is in the trash, and the caller gets an error.
    await deleteFromTrash(userId, libraryItemId)
    return
  }
}

const RUNNING = { status: { in: RUNNING_STATUSES } }

/** A locked library item without running jobs, and the jobs that ended with it. */
type LeftLibraryItem = { libraryItem: LibraryItem; endedJobs: string[] }

/** The running jobs of a library item that its user has not left. */
async function runningJobs(tx: Prisma.TransactionClient, userId: string, libraryItemId: string): Promise<string[]> {
  const where = { userId, libraryItemId, leftAt: null, job: RUNNING }
  const callers = await tx.jobCaller.findMany({ where, select: { jobId: true } })
  return callers.map(({ jobId }) => jobId)
}

/**
 * Removes a user from an item's jobs, free of charge, then locks the item: all code locks jobs before items. Returns
 * null when a job has begun in between, and the call has to be repeated. Throws `not_found`.
 */
async function leaveLibraryItem(
  tx: Prisma.TransactionClient,
  userId: string,
  libraryItemId: string,
): Promise<LeftLibraryItem | null> {
  const endedJobs: string[] = []
  for (const jobId of await runningJobs(tx, userId, libraryItemId)) {
    if (await leaveJob(tx, jobId, userId, new Problem('cancelled'))) endedJobs.push(jobId)
  }
  await lockLibraryItem(tx, userId, libraryItemId)
  const libraryItem = await tx.libraryItem.findFirst({ where: { id: libraryItemId, userId } })
  if (!libraryItem) throw noTranscript()
  return (await runningJobs(tx, userId, libraryItemId)).length === 0 ? { libraryItem, endedJobs } : null
}
