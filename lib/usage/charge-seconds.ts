import type { Prisma } from '@/lib/platform/generated/prisma/client'
import { allowanceProblem } from './allowance-problem'
import { periodStart } from './period'
import type { Spender } from './remaining-seconds'
import { allowanceSeconds } from './tiers'

export type Purchase = { mediaId: string; lang: string; seconds: number }

/**
 * Charges a user for a transcript that is there at once. The same media and language is charged once for good. The room
 * is judged and taken in one statement; throws `allowance_exceeded`, and then the caller's transaction takes it all back.
 */
export async function chargeSeconds(
  tx: Prisma.TransactionClient,
  user: Spender,
  { mediaId, lang, seconds }: Purchase,
): Promise<void> {
  if (seconds === 0) return
  const period = periodStart(new Date())
  const { count } = await tx.usageCharge.createMany({
    data: [{ userId: user.userId, mediaId, lang, seconds, periodStart: period }],
    skipDuplicates: true,
  })
  if (count === 0) return
  await tx.usagePeriod.createMany({ data: [{ userId: user.userId, periodStart: period }], skipDuplicates: true })
  const taken = await tx.$executeRaw`
    update usage_period set used_seconds = used_seconds + ${seconds}
    where user_id = ${user.userId}::uuid and period_start = ${period}
      and used_seconds + reserved_seconds + ${seconds} <= ${allowanceSeconds(user.tier)}`
  if (taken === 0) throw await allowanceProblem(tx, user, seconds)
}
