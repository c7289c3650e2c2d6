import { emit } from '@/lib/core/db/events'
import type { Prisma } from '@/lib/core/generated/prisma/client'
import type { Problem } from '@/lib/core/problem/problem'
import { toProblemJson } from '@/lib/core/problem/problem-body'
import { releaseSeconds } from '@/lib/usage/usage-table'
import { JOB_CANCELLED } from '../events'
import { announceJob, lockJob } from '../job-table'
import { announceEnd } from './announce-end'
import { endWithProblem } from './fail-job'

/** Ends a job without callers, with the reason of the last one who left; returns whether it did. */
async function endWhenAlone(tx: Prisma.TransactionClient, jobId: string, reason: Problem): Promise<boolean> {
  const waiting = await tx.jobCaller.count({ where: { jobId, leftAt: null } })
  if (waiting > 0) return false
  if (!(await endWithProblem(tx, jobId, reason))) return false
  await emit(tx, JOB_CANCELLED, { data: { jobId } })
  return true
}

/**
 * Removes a caller from a running job, free of charge, with a reason. Returns true when the job ended because no other
 * caller is left. A caller who has left already and a job that has ended stay as they are.
 */
export async function leaveJob(
  tx: Prisma.TransactionClient,
  jobId: string,
  userId: string,
  reason: Problem,
): Promise<boolean> {
  if (!(await lockJob(tx, jobId))) return false
  const { count } = await tx.jobCaller.updateMany({
    where: { jobId, userId, leftAt: null },
    data: { leftAt: new Date(), error: toProblemJson(reason) },
  })
  if (count === 0) return false
  await releaseSeconds(tx, jobId, userId)
  await announceJob(tx, jobId)
  await announceEnd(tx, jobId, [userId], { type: 'job.error', problem: reason })
  return endWhenAlone(tx, jobId, reason)
}
