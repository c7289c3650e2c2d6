import { discardJobFiles } from '@/lib/jobs/job-files'
import { leaveJob } from '@/lib/jobs/leave-job'
import { db } from '@/lib/platform/db'
import { Problem } from '@/lib/platform/problem'

/** Takes a user out of every job that still runs; those that nobody else waits for end. */
export async function leaveAllJobs(userId: string): Promise<void> {
  const where = { userId, leftAt: null, job: { finishedAt: null } }
  const callers = await db().jobCaller.findMany({ where, select: { jobId: true } })
  for (const { jobId } of callers) {
    const ended = await db().$transaction((tx) => leaveJob(tx, jobId, userId, new Problem('cancelled')))
    if (ended) await discardJobFiles(jobId)
  }
}
