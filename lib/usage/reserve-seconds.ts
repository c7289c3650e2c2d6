import type { Prisma, UsageReservation } from '@/lib/core/generated/prisma/client'
import { allowanceOf, type Spender } from './allowance-of'
import { allowanceProblem } from './allowance-problem'
import { currentPeriod } from './period'
import { lockPeriod } from './usage-table'

/** Removes a reservation from the earlier period in which it was made: the job counts in the present one. */
async function leavePeriod(
  tx: Prisma.TransactionClient,
  { userId, jobId, periodStart, seconds }: UsageReservation,
): Promise<void> {
  await tx.usagePeriod.update({
    where: { userId_periodStart: { userId, periodStart } },
    data: { reservedSeconds: { decrement: seconds } },
  })
  await tx.usageReservation.delete({ where: { jobId_userId: { jobId, userId } } })
}

/**
 * Reserves seconds of a user's allowance for a job: a total, so that calling it again reserves only the difference.
 * With `partial`, as many as there are. Returns how many are reserved now. Calls for one job are serialised by its
 * lock. A reservation of an earlier period that has to grow moves to the present period. Throws `allowance_exceeded`.
 */
export async function reserveSeconds(
  tx: Prisma.TransactionClient,
  user: Spender,
  { jobId, seconds, partial = false }: { jobId: string; seconds: number; partial?: boolean },
): Promise<number> {
  const { userId } = user
  const key = { jobId_userId: { jobId, userId } }
  const reservation = await tx.usageReservation.findUnique({ where: key })
  const reserved = reservation?.seconds ?? 0
  if (seconds <= reserved) return reserved
  const { start: period } = await currentPeriod(tx, userId, new Date())
  const moves = reservation !== null && reservation.periodStart.getTime() !== period.getTime()
  if (moves) await lockPeriod(tx, userId, reservation.periodStart)
  const { usedSeconds, reservedSeconds } = await lockPeriod(tx, userId, period)
  const inThisPeriod = moves ? 0 : reserved
  const room = Math.max(0, (await allowanceOf(tx, user)) - usedSeconds - reservedSeconds)
  const taken = partial ? Math.min(seconds - inThisPeriod, room) : seconds - inThisPeriod
  if (taken > room) throw await allowanceProblem(tx, user, seconds)
  if (inThisPeriod + taken <= reserved) return reserved
  if (moves) await leavePeriod(tx, reservation)
  await tx.usagePeriod.update({
    where: { userId_periodStart: { userId, periodStart: period } },
    data: { reservedSeconds: { increment: taken } },
  })
  await tx.usageReservation.upsert({
    where: key,
    create: { jobId, userId, periodStart: period, seconds: taken },
    update: { seconds: inThisPeriod + taken },
  })
  return inThisPeriod + taken
}
