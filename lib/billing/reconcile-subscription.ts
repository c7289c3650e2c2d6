import type { Actor } from '@/lib/platform/actor'
import type { Subscription } from './contract'
import { findAccount } from './find-account'
import { findUserSubscription } from './find-user-subscription'
import { syncAccount } from './sync-account'
import { withCustomerLock } from './with-customer-lock'

/**
 * Takes over what the provider grants the caller now, and gives that. Of somebody who has never been a customer nothing
 * changes. Throws `billing_unavailable`.
 */
export async function reconcileSubscription(actor: Actor): Promise<Subscription> {
  const account = await findAccount(actor.userId)
  if (account) await withCustomerLock(actor.userId, () => syncAccount(account))
  return findUserSubscription(actor)
}
