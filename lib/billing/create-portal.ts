import type { Actor } from '@/lib/platform/actor'
import { env } from '@/lib/platform/env'
import { Problem } from '@/lib/platform/problem'
import { findAccount } from './find-account'
import { openPortal } from './stripe/open-portal'

/**
 * Opens the provider's page for the caller's cards and invoices, and gives its short-lived address. Throws
 * `no_billing_account`, `billing_unavailable`.
 */
export async function createPortal({ userId }: Actor): Promise<string> {
  const account = await findAccount(userId)
  if (!account) throw new Problem('no_billing_account')
  return openPortal(account.customerId, `${env().baseUrl}/billing?from=portal`)
}
