import type { Db } from '@/lib/platform/db'
import { currentPeriod } from './period'
import { allowanceSeconds } from './tiers'

export type Spender = { userId: string; tier: string }
export type Allowance = { limitSeconds: number; usedSeconds: number; remainingSeconds: number }

/** What a user has used and has left this period, in seconds; what is promised to running jobs is not left. */
export async function remainingSeconds(tx: Db, user: Spender, now = new Date()): Promise<Allowance> {
  const limitSeconds = allowanceSeconds(user.tier)
  const { start } = await currentPeriod(tx, user.userId, now)
  const period = await tx.usagePeriod.findUnique({
    where: { userId_periodStart: { userId: user.userId, periodStart: start } },
  })
  const usedSeconds = period?.usedSeconds ?? 0
  const remaining = limitSeconds - usedSeconds - (period?.reservedSeconds ?? 0)
  return { limitSeconds, usedSeconds, remainingSeconds: Math.max(0, remaining) }
}
