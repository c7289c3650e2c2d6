import type { Db } from '@/lib/core/db/db'
import { allowanceOf, type Spender } from './allowance-of'
import { UNLIMITED_SECONDS } from './contract'
import { currentPeriod, type Period } from './period'
import { paidSeconds } from './usage-table'

export type Allowance = {
  period: Period
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
export async function remainingSeconds(tx: Db, user: Spender): Promise<Allowance> {
  const limitSeconds = await allowanceOf(tx, user)
  const period = await currentPeriod(tx, user.userId, new Date())
  const usage = await tx.usagePeriod.findUnique({
    where: { userId_periodStart: { userId: user.userId, periodStart: period.start } },
  })
  const usedSeconds = usage?.usedSeconds ?? 0
  const reservedSeconds = usage?.reservedSeconds ?? 0
  const remaining = limitSeconds - usedSeconds - reservedSeconds
  const isUnlimited = limitSeconds >= UNLIMITED_SECONDS
  return { period, limitSeconds, isUnlimited, usedSeconds, reservedSeconds, remainingSeconds: Math.max(0, remaining) }
}

/** The seconds of a recording that a user can have: those paid before, and the rest of the allowance. */
export async function reservableSeconds(
  tx: Db,
  user: Spender,
  { mediaId, langs }: { mediaId: string; langs: readonly string[] },
): Promise<number> {
  const paid = await paidSeconds(tx, { userId: user.userId, mediaId, langs })
  return paid + (await remainingSeconds(tx, user)).remainingSeconds
}
