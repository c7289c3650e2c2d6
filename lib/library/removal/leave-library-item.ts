import { leaveJob } from '@/lib/jobs/end/leave-job'
import { RUNNING_STATUSES } from '@/lib/jobs/states'
import type { LibraryItem, Prisma } from '@/lib/platform/generated/prisma/client'
import { Problem } from '@/lib/platform/problem/problem'
import { noTranscript } from '../find-own-item-id'
import { lockLibraryItem } from './removal-queries'

const RUNNING = { status: { in: RUNNING_STATUSES } }

/** A locked library item without running jobs, and the jobs that ended with it. */
export type LeftLibraryItem = { libraryItem: LibraryItem; endedJobs: string[] }

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
export async function leaveLibraryItem(
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
