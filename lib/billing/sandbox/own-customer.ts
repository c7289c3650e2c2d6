import type { Actor } from '@/lib/platform/actor'
import { Problem } from '@/lib/platform/problem'
import { findAccount } from '../find-account'
import { requireSandbox } from './require-sandbox'

/** The id of the caller's customer in the sandbox. Throws `no_billing_account`, and `not_found` where there is no sandbox. */
export async function ownCustomerId(actor: Actor): Promise<string> {
  requireSandbox()
  const account = await findAccount(actor.userId)
  if (!account) throw new Problem('no_billing_account')
  return account.customerId
}
