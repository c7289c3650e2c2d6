import type { Prisma } from '@/lib/platform/generated/prisma/client'
import { allowanceProblem } from './allowance-problem'
import { periodStart } from './period'
import type { Spender } from './remaining-seconds'
import { allowanceSeconds } from './tiers'

/**
 * Promises seconds of a user's allowance to a job: so many in all, however often it is asked, and the difference when it
 * turns out to be more. The room is judged and taken in one statement, so that many calls at once can't promise more than
 * there is. Calls for one job take turns by its lock. Throws `allowance_exceeded`.
 */
export async function reserveSeconds(
  tx: Prisma.TransactionClient,
  user: Spender,
  jobId: string,
  seconds: number,
): Promise<void> {
  const key = { jobId_userId: { jobId, userId: user.userId } }
  const held = await tx.usageReservation.findUnique({ where: key })
  const more = seconds - (held?.seconds ?? 0)
  if (more <= 0) return
  const period = held?.periodStart ?? periodStart(new Date())
  await tx.usagePeriod.createMany({ data: [{ userId: user.userId, periodStart: period }], skipDuplicates: true })
  const taken = await tx.$executeRaw`
    update usage_period set reserved_seconds = reserved_seconds + ${more}
    where user_id = ${user.userId}::uuid and period_start = ${period}
      and used_seconds + reserved_seconds + ${more} <= ${allowanceSeconds(user.tier)}`
  if (taken === 0) throw await allowanceProblem(tx, user, seconds)
  await tx.usageReservation.upsert({
    where: key,
    create: { jobId, userId: user.userId, periodStart: period, seconds },
    update: { seconds },
  })
}
