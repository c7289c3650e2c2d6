import { db } from '@/lib/platform/db'
import { Problem } from '@/lib/platform/problem'
import { leaveJob } from './leave-job'
import { lockJob } from './lock-job'
import { reserveForCaller } from './reserve-for-caller'

/**
 * Writes down how long a job's recording is and promises its seconds out of everybody's allowance who waits for it; who
 * has not enough left leaves with `allowance_exceeded`. Who joins later reserves on joining. Gives whether the job still
 * runs: it ends when nobody waits any more.
 */
export async function learnDuration(jobId: string, durationMs: number): Promise<boolean> {
  return db().$transaction(async (tx) => {
    const job = await lockJob(tx, jobId)
    if (!job) return false
    await tx.job.update({ where: { id: jobId }, data: { durationMs } })
    const callers = await tx.jobCaller.findMany({ where: { jobId, leftAt: null }, include: { user: true } })
    for (const { userId, user } of callers) {
      try {
        await reserveForCaller(tx, { userId, tier: user.tier }, job, durationMs)
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        await leaveJob(tx, jobId, userId, error)
      }
    }
    return (await lockJob(tx, jobId)) !== null
  })
}
