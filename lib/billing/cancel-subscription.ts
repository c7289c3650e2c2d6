import type { Actor } from '@/lib/platform/actor'
import { alterSubscription } from './alter-subscription'
import type { Subscription } from './contract'
import { scheduleCancel } from './stripe/change-subscription'

/**
 * Has the caller's subscription end with its period; the tier stays until then. Again: nothing changes. Throws
 * `no_subscription`, `billing_unavailable`.
 */
export function cancelSubscription(actor: Actor): Promise<Subscription> {
  return alterSubscription(actor, scheduleCancel)
}
