import type { Prisma } from '@/lib/platform/generated/prisma/client'
import type { Snapshot } from './snapshot'

async function keepCycle(tx: Prisma.TransactionClient, userId: string, { period }: Snapshot): Promise<void> {
  if (!period) {
    await tx.usageCycle.deleteMany({ where: { userId } })
    return
  }
  const cycle = { startsAt: period.start, endsAt: period.end }
  await tx.usageCycle.upsert({ where: { userId }, create: { userId, ...cycle }, update: cycle })
}

/**
 * The one writer of what a provider says: the tier that is paid for, the period in which seconds are counted, and what is
 * scheduled. The tier that the operator granted is not the provider's to change. Applied twice it changes nothing.
 */
export async function applySnapshot(tx: Prisma.TransactionClient, userId: string, snapshot: Snapshot): Promise<void> {
  const { paidTier, period, ...rest } = snapshot
  const account = { ...rest, currentPeriodEnd: period?.end ?? null, syncedAt: new Date() }
  await tx.billingAccount.update({ where: { userId }, data: account })
  await tx.user.update({ where: { id: userId }, data: { paidTier } })
  await keepCycle(tx, userId, snapshot)
}
