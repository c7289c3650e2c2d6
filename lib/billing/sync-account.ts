import { db } from '@/lib/platform/db'
import type { BillingAccount, Prisma } from '@/lib/platform/generated/prisma/client'
import { applySnapshot } from './apply-snapshot'
import { fetchSnapshot } from './stripe/fetch-snapshot'

/** What is written in the same transaction, before the snapshot; false: leave everything as it is. */
type First = (tx: Prisma.TransactionClient) => Promise<boolean>

/** Asks the provider what it grants and writes that. To be called in the customer's turn (`inOrder`). */
export async function syncAccount(
  { userId, customerId }: Pick<BillingAccount, 'userId' | 'customerId'>,
  first: First = async () => true,
): Promise<void> {
  const snapshot = await fetchSnapshot(customerId)
  await db().$transaction(async (tx) => {
    if (await first(tx)) await applySnapshot(tx, userId, snapshot)
  })
}
