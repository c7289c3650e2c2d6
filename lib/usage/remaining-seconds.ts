import type { Db } from '@/lib/core/db/db'
import { allowanceSeconds } from '@/lib/usage/tiers'
import { currentPeriod } from './period'

export type Spender = { userId: string; tier: string }
export type Allowance = {
  limitSeconds: number
  usedSeconds: number
  /** Reserved by running jobs: captured or released when the job ends. */
  reservedSeconds: number
  /** Seconds that are neither used nor reserved. */
  remainingSeconds: number
}

/** The used and remaining seconds of a user in this period. Seconds reserved by running jobs are not remaining. */
export async function remainingSeconds(tx: Db, user: Spender, now = new Date()): Promise<Allowance> {
  const limitSeconds = allowanceSeconds(user.tier)
  const { start } = await currentPeriod(tx, user.userId, now)
  const period = await tx.usagePeriod.findUnique({
    where: { userId_periodStart: { userId: user.userId, periodStart: start } },
  })
  const usedSeconds = period?.usedSeconds ?? 0
  const reservedSeconds = period?.reservedSeconds ?? 0
  const remaining = limitSeconds - usedSeconds - reservedSeconds
  return { limitSeconds, usedSeconds, reservedSeconds, remainingSeconds: Math.max(0, remaining) }
}
