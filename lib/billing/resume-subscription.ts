import type { Actor } from '@/lib/platform/actor'
import { alterSubscription } from './alter-subscription'
import type { Subscription } from './contract'
import { resume } from './stripe/change-subscription'

/** Takes the caller's scheduled cancel back; nothing where none is. Throws `no_subscription`, `billing_unavailable`. */
export function resumeSubscription(actor: Actor): Promise<Subscription> {
  return alterSubscription(actor, resume)
}
