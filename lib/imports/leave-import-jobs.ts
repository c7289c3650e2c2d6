import type { Prisma } from '@/lib/core/generated/prisma/client'
import { Problem } from '@/lib/core/problem/problem'
import { leaveJob } from '@/lib/jobs/end/leave-job'
import { lockJob } from '@/lib/jobs/job-table'

/** Whether a user is a caller of a job only because of imports that have ended. */
async function isUnwanted(tx: Prisma.TransactionClient, jobId: string, userId: string): Promise<boolean> {
  const caller = await tx.jobCaller.count({ where: { jobId, userId, leftAt: null, forImport: true } })
  const waiting = await tx.importItem.count({ where: { jobId, userId, state: 'in_progress' } })
  return caller > 0 && waiting === 0
}

/**
 * Removes a user from jobs that only an import has requested, free of charge, and returns those that have ended by it.
 * A job that the user has also requested directly, or through another import, continues.
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
