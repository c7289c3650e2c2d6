import type { Db } from '@/lib/core/db/db'
import { allowanceOf, type Spender } from './allowance-of'
import { UNLIMITED_SECONDS } from './contract'
import { currentPeriod } from './period'

export type Allowance = {
  limitSeconds: number
  /** Minutes are not limited; the numbers are those of no limit. */
  isUnlimited: boolean
  usedSeconds: number
  /** Reserved by running jobs: captured or released when the job ends. */
  reservedSeconds: number
  /** Seconds that are neither used nor reserved. */
  remainingSeconds: number
}

/** The used and remaining seconds of a user in this period. Seconds reserved by running jobs are not remaining. */
export async function remainingSeconds(tx: Db, user: Spender, now = new Date()): Promise<Allowance> {
  const limitSeconds = await allowanceOf(tx, user)
  const { start } = await currentPeriod(tx, user.userId, now)
  const period = await tx.usagePeriod.findUnique({
    where: { userId_periodStart: { userId: user.userId, periodStart: start } },
  })
  const usedSeconds = period?.usedSeconds ?? 0
  const reservedSeconds = period?.reservedSeconds ?? 0
  const remaining = limitSeconds - usedSeconds - reservedSeconds
  const isUnlimited = limitSeconds >= UNLIMITED_SECONDS
  return { limitSeconds, isUnlimited, usedSeconds, reservedSeconds, remainingSeconds: Math.max(0, remaining) }
}
