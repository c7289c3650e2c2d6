import { db } from '@/lib/core/db/db'
import type { Job, Prisma } from '@/lib/core/generated/prisma/client'
import { Problem } from '@/lib/core/problem/problem'
import { effectiveTier } from '@/lib/usage/tiers'
import { leaveJob } from '../end/leave-job'
import { lockJob } from '../job-table'
import { reserveForCaller } from '../reserve-for-caller'

/**
 * Reserves for all callers and returns the seconds of the caller who has the most; callers whose allowance does not
 * suffice leave with `allowance_exceeded`.
 */
async function reserveForAll(tx: Prisma.TransactionClient, job: Job, durationMs: number): Promise<number> {
  const callers = await tx.jobCaller.findMany({
    where: { jobId: job.id, leftAt: null },
    include: { user: true },
    // All code that locks the periods of several users uses this order, so that it can't deadlock.
    orderBy: { userId: 'asc' },
  })
  let most = 0
  for (const { userId, user, allowPartial, isFree } of callers) {
    try {
      const caller = { userId, tier: effectiveTier(user), allowPartial, isFree }
      most = Math.max(most, await reserveForCaller(tx, caller, job, durationMs))
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      await leaveJob(tx, job.id, userId, error)
    }
  }
  return most
}

/**
 * Reserves the seconds of the beginning of a job's recording, before its length is measured. Returns how many seconds the caller
 * who has the most may have of it; null where the job has ended, because no caller is left.
 */
export async function reserveBeginning(jobId: string, beginningMs: number): Promise<number | null> {
  return db().$transaction(async (tx) => {
    const job = await lockJob(tx, jobId)
    if (!job) return null
    const most = await reserveForAll(tx, job, beginningMs)
    const { finishedAt } = await tx.job.findUniqueOrThrow({ where: { id: jobId }, select: { finishedAt: true } })
    return finishedAt === null ? most : null
  })
}

/**
 * Stores the duration of a job's recording and reserves its seconds for every caller; a caller who joins later reserves
 * on joining. Where no allowance covers all of it but some caller accepts a part, the job is shortened to that part.
 * Returns whether the job still runs: it ends when no caller is left.
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
