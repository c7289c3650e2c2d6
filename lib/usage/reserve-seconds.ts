import type { Prisma } from '@/lib/platform/generated/prisma/client'
import { allowanceProblem } from './allowance-problem'
import { lockPeriod } from './lock-period'
import { periodStart } from './period'
import type { Spender } from './remaining-seconds'
import { allowanceSeconds } from './tiers'

/**
 * Promises seconds of a user's allowance to a job: so many in all, however often it is asked, and the difference when it
 * turns out to be more. With `partial` as many of them as there are. Gives how many are promised now. Calls for one job
 * take turns by its lock. Throws `allowance_exceeded` where they do not reach.
 */
export async function reserveSeconds(
  tx: Prisma.TransactionClient,
  user: Spender,
  { jobId, seconds, partial = false }: { jobId: string; seconds: number; partial?: boolean },
): Promise<number> {
  const { userId, tier } = user
  const key = { jobId_userId: { jobId, userId } }
  const reservation = await tx.usageReservation.findUnique({ where: key })
  const held = reservation?.seconds ?? 0
  const wanted = seconds - held
  if (wanted <= 0) return held
  const period = reservation?.periodStart ?? periodStart(new Date())
  const { usedSeconds, reservedSeconds } = await lockPeriod(tx, userId, period)
  const room = Math.max(0, allowanceSeconds(tier) - usedSeconds - reservedSeconds)
  const taken = partial ? Math.min(wanted, room) : wanted
  if (taken > room) throw await allowanceProblem(tx, user, seconds)
  if (taken === 0) return held
  await tx.usagePeriod.update({
    where: { userId_periodStart: { userId, periodStart: period } },
    data: { reservedSeconds: { increment: taken } },
  })
  await tx.usageReservation.upsert({
    where: key,
    create: { jobId, userId, periodStart: period, seconds: taken },
    update: { seconds: held + taken },
  })
  return held + taken
}
