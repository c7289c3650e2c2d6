import type { Actor } from '@/lib/platform/actor'
import { findAccount } from '../find-account'
import { withCustomerLock } from '../with-customer-lock'
import { requireSandbox } from './require-sandbox'
import { restoreGrant } from './set-grant-aside'
import { inSandbox } from './store'

/**
 * Deletes the caller's customer in the sandbox with everything that was bought: the account is as if it had never bought
 * anything, on the tier it was granted; the local account gets its own tier back. Throws `not_found` without a sandbox.
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
