import { db } from '@/lib/platform/db'
import type { Job, Prisma } from '@/lib/platform/generated/prisma/client'
import { Problem } from '@/lib/platform/problem'
import { effectiveTier } from '@/lib/tiers/tiers'
import { leaveJob } from './leave-job'
import { lockJob } from './lock-job'
import { reserveForCaller } from './reserve-for-caller'

/** How many seconds the caller with the most will have; who has not enough leaves with `allowance_exceeded`. */
async function reserveForAll(tx: Prisma.TransactionClient, job: Job, durationMs: number): Promise<number> {
  const callers = await tx.jobCaller.findMany({
    where: { jobId: job.id, leftAt: null },
    include: { user: true },
    // Everyone locks several users' periods in this order.
    orderBy: { userId: 'asc' },
  })
  let most = 0
  for (const { userId, user, allowPartial } of callers) {
    try {
      most = Math.max(
        most,
        await reserveForCaller(tx, { userId, tier: effectiveTier(user), allowPartial }, job, durationMs),
      )
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      await leaveJob(tx, job.id, userId, error)
    }
  }
  return most
}

/**
 * Writes down how long a job's recording is and promises its seconds out of everybody's allowance who waits for it; who
 * joins later reserves on joining. Where nobody's reaches to its end, but somebody takes a part, the job is to end there.
 * Gives whether it still runs: it ends when nobody waits any more.
 */
export async function learnDuration(jobId: string, durationMs: number): Promise<boolean> {
  return db().$transaction(async (tx) => {
    const job = await lockJob(tx, jobId)
    if (!job) return false
    const most = await reserveForAll(tx, job, durationMs)
    const untilMs = most * 1000 < durationMs ? most * 1000 : null
    const { finishedAt } = await tx.job.update({ where: { id: jobId }, data: { durationMs, untilMs } })
    return finishedAt === null
  })
}
