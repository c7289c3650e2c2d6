import { leaveJob } from '@/lib/jobs/leave-job'
import type { LibraryItem, Prisma } from '@/lib/platform/generated/prisma/client'
import { Problem } from '@/lib/platform/problem'

const RUNNING = { status: { in: ['queued', 'in_progress'] } }

type Left = { libraryItem: LibraryItem; endedJobs: string[] }

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
): Promise<Left | null> {
  const endedJobs: string[] = []
  for (const jobId of await runningJobs(tx, userId, libraryItemId)) {
    if (await leaveJob(tx, jobId, userId, new Problem('cancelled'))) endedJobs.push(jobId)
  }
  await tx.$queryRaw`select 1 from library_item where id = ${libraryItemId}::uuid and user_id = ${userId}::uuid for update`
  const libraryItem = await tx.libraryItem.findFirst({ where: { id: libraryItemId, userId } })
  if (!libraryItem) throw new Problem('not_found', { detail: 'There is no such transcript of yours. Check its id.' })
  return (await runningJobs(tx, userId, libraryItemId)).length === 0 ? { libraryItem, endedJobs } : null
}
