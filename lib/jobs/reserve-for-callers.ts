import { db } from '@/lib/platform/db'
import { Problem } from '@/lib/platform/problem'
import { billableSeconds } from '@/lib/usage/period'
import { reserveSeconds } from '@/lib/usage/reserve-seconds'
import { leaveJob } from './leave-job'

/**
 * Promises the seconds of a recording whose length has just been found to everyone who waits for it. Who has not enough
 * left leaves the job with `allowance_exceeded`. Gives whether anyone still waits.
 */
export async function reserveForCallers(jobId: string, durationMs: number): Promise<boolean> {
  const callers = await db().jobCaller.findMany({ where: { jobId, leftAt: null }, include: { user: true } })
  let waiting = callers.length
  for (const { userId, user } of callers) {
    try {
      await db().$transaction((tx) =>
        reserveSeconds(tx, { userId, tier: user.tier }, jobId, billableSeconds(durationMs)),
      )
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      await db().$transaction((tx) => leaveJob(tx, jobId, userId, error))
      waiting--
    }
  }
  return waiting > 0
}
