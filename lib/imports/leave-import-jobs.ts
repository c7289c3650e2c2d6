import { leaveJob } from '@/lib/jobs/leave-job'
import { lockJob } from '@/lib/jobs/lock-job'
import type { Prisma } from '@/lib/platform/generated/prisma/client'
import { Problem } from '@/lib/platform/problem'

/** Whether a user waits for a job for no other reason than imports that wait no more. */
async function isUnwanted(tx: Prisma.TransactionClient, jobId: string, userId: string): Promise<boolean> {
  const caller = await tx.jobCaller.count({ where: { jobId, userId, leftAt: null, forImport: true } })
  const waiting = await tx.importItem.count({ where: { jobId, userId, state: 'in_progress' } })
  return caller > 0 && waiting === 0
}

/**
 * Takes a user out of the jobs that only an import of the user's has asked for, free of charge, and gives those that have
 * ended by it. What the user has asked for with a call as well, or waits for with another import, goes on.
 */
export async function leaveImportJobs(
  tx: Prisma.TransactionClient,
  userId: string,
  jobIds: readonly string[],
): Promise<string[]> {
  const ended: string[] = []
  for (const jobId of jobIds.toSorted()) {
    const running = await lockJob(tx, jobId)
    if (!running || !(await isUnwanted(tx, jobId, userId))) continue
    if (await leaveJob(tx, jobId, userId, new Problem('cancelled'))) ended.push(jobId)
  }
  return ended
}
