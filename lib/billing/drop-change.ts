import type { Actor } from '@/lib/platform/actor'
import { alterSubscription } from './alter-subscription'
import type { Subscription } from './contract'
import { releaseSchedule } from './stripe/change-subscription'

/**
 * Takes the caller's scheduled change of plan back; nothing where none is. A scheduled cancel is left as it is. Throws
 * `no_subscription`, `billing_unavailable`.
 */
export function dropChange(actor: Actor): Promise<Subscription> {
  return alterSubscription(actor, releaseSchedule)
}
