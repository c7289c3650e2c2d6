import { type Db, db } from '@/lib/core/db/db'
import { log } from '@/lib/core/log'
import { metrics } from '@/lib/core/metrics'
import type { Problem } from '@/lib/core/problem/problem'
import { toProblemJson } from '@/lib/core/problem/problem-body'
import { endWork } from '@/lib/durable/work'
import { releaseSeconds } from '@/lib/usage/usage-table'
import { discardJobFiles } from '../audio/job-files'
import { announceJob } from '../job-table'
import { RUNNING_STATUSES } from '../states'
import { announceEnd } from './announce-end'

/** Ends a running job and its work. Returns whether it was running. */
export async function endWithProblem(tx: Db, jobId: string, problem: Problem): Promise<boolean> {
  const { count } = await tx.job.updateMany({
    where: { id: jobId, status: { in: RUNNING_STATUSES } },
    data: { status: 'error', stage: null, error: toProblemJson(problem), runningKey: null, finishedAt: new Date() },
  })
  if (count > 0) await endWork(tx, 'job', jobId)
  return count > 0
}

/**
 * Ends a job with a problem: its reserved seconds are released, nothing is charged, and its work files are deleted. A job
 * that has ended stays as it is.
 */
export async function failJob(jobId: string, problem: Problem): Promise<void> {
  const failed = await db().$transaction(async (tx) => {
    if (!(await endWithProblem(tx, jobId, problem))) return false
    await releaseSeconds(tx, jobId)
    await announceJob(tx, jobId)
    const waiting = await tx.jobCaller.findMany({ where: { jobId, leftAt: null }, select: { userId: true } })
    const userIds = waiting.map(({ userId }) => userId)
    await announceEnd(tx, jobId, userIds, { type: 'job.error', problem })
    return true
  })
  if (failed) {
    metrics().jobsEnded.inc({ outcome: problem.code })
    log.warn('a job failed', { job_id: jobId, code: problem.code, reason: problem.message, cause: problem.cause })
  }
  await discardJobFiles(jobId)
}
