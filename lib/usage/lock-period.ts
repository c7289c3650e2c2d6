import type { Prisma } from '@/lib/platform/generated/prisma/client'

/** What has been used and reserved in a period, with the period's row locked for the rest of the transaction. */
export type LockedPeriod = { usedSeconds: number; reservedSeconds: number }

async function lockRow(
  tx: Prisma.TransactionClient,
  userId: string,
  periodStart: Date,
): Promise<LockedPeriod | undefined> {
  const [period] = await tx.$queryRaw<LockedPeriod[]>`
    select used_seconds as "usedSeconds", reserved_seconds as "reservedSeconds" from usage_period
    where user_id = ${userId}::uuid and period_start = ${periodStart} for update`
  return period
}

/**
 * Locks a user's period: charging, reserving and capturing are serialised by it. Code that locks jobs as well locks
 * them first, and periods in the order of their users.
 */
export async function lockPeriod(
  tx: Prisma.TransactionClient,
  userId: string,
  periodStart: Date,
): Promise<LockedPeriod> {
  const known = await lockRow(tx, userId, periodStart)
  if (known) return known
  await tx.usagePeriod.createMany({ data: [{ userId, periodStart }], skipDuplicates: true })
  const period = await lockRow(tx, userId, periodStart)
  if (!period) throw new Error('a usage period is gone that was there')
  return period
}
