import { type Db, db } from '@/lib/core/db/db'
import type { BillingAccount } from '@/lib/core/generated/prisma/client'
import { billingProvider } from '../billing-mode'

/** A user's customer at the provider that is set up now; null: none yet, or billing is off. */
export async function findAccount(userId: string, tx: Db = db()): Promise<BillingAccount | null> {
  const provider = billingProvider()
  return provider && tx.billingAccount.findFirst({ where: { userId, provider } })
}
