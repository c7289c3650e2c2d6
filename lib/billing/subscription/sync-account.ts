import { db } from '@/lib/core/db/db'
import type { BillingAccount, Prisma } from '@/lib/core/generated/prisma/client'
import { deleteCustomer } from '../stripe/customers'
import { fetchSnapshot, type Snapshot } from '../stripe/fetch-snapshot'
import { findAccount } from './find-account'
import { withCustomerLock } from './with-customer-lock'

/** Writes in the same transaction, before the snapshot; false: everything stays as it is. */
type First = (tx: Prisma.TransactionClient) => Promise<boolean>

/** Fetches what the provider grants and stores it. To be called under the customer's lock (`withCustomerLock`). */
export async function syncAccount(
  { userId, customerId }: Pick<BillingAccount, 'userId' | 'customerId'>,
  first: First = async () => true,
): Promise<void> {
  const snapshot = await fetchSnapshot(customerId)
  await db().$transaction(async (tx) => {
    if (await first(tx)) await applySnapshot(tx, userId, snapshot)
  })
}

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
async function applySnapshot(tx: Prisma.TransactionClient, userId: string, snapshot: Snapshot): Promise<void> {
  const { paidTier, period, ...rest } = snapshot
  const account = { ...rest, currentPeriodEnd: period?.end ?? null, syncedAt: new Date() }
  await tx.billingAccount.update({ where: { userId }, data: account })
  await tx.user.update({ where: { id: userId }, data: { paidTier } })
  await keepCycle(tx, userId, snapshot)
}

/**
 * Deletes a leaving user at the billing provider: the subscription ends immediately, and no more is charged. Throws
 * `billing_unavailable`.
 */
export async function removeCustomer(userId: string): Promise<void> {
  await withCustomerLock(userId, async () => {
    const account = await findAccount(userId)
    if (account) await deleteCustomer(account.customerId)
  })
}
