import type { Actor } from '@/lib/core/actor'
import { Problem } from '@/lib/core/problem/problem'
import { billingMode } from '../billing-mode'
import { findAccount } from '../subscription/find-account'

/** The id of the caller's customer in the sandbox. Throws `no_billing_account`, and `not_found` where there is no sandbox. */
export async function ownCustomerId(actor: Actor): Promise<string> {
  requireSandbox()
  const account = await findAccount(actor.userId)
  if (!account) throw new Problem('no_billing_account')
  return account.customerId
}

/** Throws `not_found` unless the sandbox takes the money: elsewhere its pages and operations are not there. */
export function requireSandbox(): void {
  if (billingMode() !== 'sandbox') throw new Problem('not_found')
}
