import type { Prisma } from '@/lib/platform/generated/prisma/client'
import { allowanceProblem } from './allowance-problem'
import { periodStart } from './period'
import type { Spender } from './remaining-seconds'
import { allowanceSeconds } from './tiers'

/**
 * Promises seconds of a user's allowance to a job, once per job however often it is asked. The room is judged and taken
 * in one statement, so that many calls at once can't promise more than there is. Throws `allowance_exceeded`.
 */
export async function reserveSeconds(
  tx: Prisma.TransactionClient,
  user: Spender,
  jobId: string,
  seconds: number,
): Promise<void> {
  const period = periodStart(new Date())
  const held = await tx.usageReservation.findUnique({ where: { jobId_userId: { jobId, userId: user.userId } } })
  if (held) return
  await tx.usagePeriod.createMany({ data: [{ userId: user.userId, periodStart: period }], skipDuplicates: true })
  const taken = await tx.$executeRaw`
    update usage_period set reserved_seconds = reserved_seconds + ${seconds}
    where user_id = ${user.userId}::uuid and period_start = ${period}
      and used_seconds + reserved_seconds + ${seconds} <= ${allowanceSeconds(user.tier)}`
  if (taken === 0) throw await allowanceProblem(tx, user, seconds)
  await tx.usageReservation.create({ data: { jobId, userId: user.userId, periodStart: period, seconds } })
}
