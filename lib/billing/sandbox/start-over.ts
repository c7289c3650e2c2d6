import { grantTier } from '@/lib/accounts/grant-tier'
import { LOCAL_TIER } from '@/lib/accounts/local/local-account'
import type { Actor } from '@/lib/core/actor'
import { db } from '@/lib/core/db/db'
import { Problem } from '@/lib/core/problem/problem'
import { FREE_TIER } from '@/lib/usage/tiers'
import { findAccount } from '../subscription/find-account'
import { withCustomerLock } from '../subscription/with-customer-lock'
import { requireSandbox } from './own-customer'
import { inSandbox } from './store'

/**
 * Deletes the caller's customer in the sandbox with everything that was bought: the account is as if it had never
 * bought anything, on the tier it was granted; the local account gets its own tier back. Throws `not_found` without a
 * sandbox.
 */
export async function startOver({ userId }: Actor): Promise<void> {
  requireSandbox()
  await withCustomerLock(userId, async () => {
    const account = await findAccount(userId)
    await inSandbox(async (tx) => {
      if (account) await tx.sandboxObject.deleteMany({ where: { customerId: account.customerId } })
      await tx.billingAccount.deleteMany({ where: { userId } })
      await tx.usageCycle.deleteMany({ where: { userId } })
      await tx.user.update({ where: { id: userId }, data: { paidTier: null } })
    })
    await restoreGrant(userId)
  })
}

/**
 * Puts the local account on the free tier, so that what it buys in the sandbox decides, as with a customer. Throws
 * `not_found` for any other account, and where there is no sandbox.
 */
export async function setGrantAside({ userId }: Actor): Promise<void> {
  requireSandbox()
  const local = await db().user.findFirst({ where: { id: userId, isLocal: true }, select: { id: true } })
  if (!local) throw new Problem('not_found')
  await grantTier(userId, FREE_TIER)
}

/** Restores the local account's own tier; does nothing for any other. */
async function restoreGrant(userId: string): Promise<void> {
  await db().user.updateMany({ where: { id: userId, isLocal: true }, data: { grantedTier: LOCAL_TIER } })
}
