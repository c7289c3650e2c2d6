import type { Actor } from '@/lib/platform/actor'
import { Problem } from '@/lib/platform/problem'
import type { Subscription } from './contract'
import { findAccount } from './find-account'
import { findUserSubscription } from './find-user-subscription'
import { requireProvider } from './require-provider'
import { findSubscription, type LiveSubscription } from './stripe/find-subscription'
import { syncAccount } from './sync-account'
import { withCustomerLock } from './with-customer-lock'

/**
 * Changes something about the caller's subscription at the provider, then takes over what the provider grants now, also
 * when the change failed half-way. Gives the subscription as it is then. Throws `no_subscription`, `billing_unavailable`.
 */
export async function alterSubscription(
  actor: Actor,
  change: (live: LiveSubscription) => Promise<void>,
): Promise<Subscription> {
  requireProvider()
  await withCustomerLock(actor.userId, async () => {
    const account = await findAccount(actor.userId)
    const live = account && (await findSubscription(account.customerId))
    if (!account || !live) throw new Problem('no_subscription')
    try {
      await change(live)
    } finally {
      await syncAccount(account)
    }
  })
  return findUserSubscription(actor)
}
