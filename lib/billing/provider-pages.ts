import type { Actor } from '@/lib/core/actor'
import { db } from '@/lib/core/db/db'
import { env } from '@/lib/core/env'
import { Problem } from '@/lib/core/problem/problem'
import { billingProvider } from './billing-mode'
import { requireResponsive } from './stripe/client'
import { createCustomer } from './stripe/customers'
import { findSubscription } from './stripe/find-subscription'
import { openCheckout, openPortal } from './stripe/sessions'
import { findAccount } from './subscription/find-account'
import { withCustomerLock } from './subscription/with-customer-lock'
import { findOffer } from './view/find-offer'

/**
 * Opens a page of the provider where the caller buys a plan, and returns its address. Throws `unknown_tier`,
 * `already_subscribed`, `billing_unavailable`.
 */
export async function createCheckout(actor: Actor, tier: string): Promise<string> {
  const { priceId } = await findOffer(tier)
  const { userId } = actor
  const cancelUrl = `${env().baseUrl}/settings/usage`
  const successUrl = `${cancelUrl}?from=checkout`
  return withCustomerLock(userId, async () => {
    requireResponsive()
    const customerId = await ensureCustomer(actor)
    if (await findSubscription(customerId)) throw new Problem('already_subscribed')
    return openCheckout({ customerId, userId, priceId, successUrl, cancelUrl })
  })
}

/**
 * The caller's customer at the provider, made now where there is none. To be called in the customer's turn (`inOrder`).
 */
async function ensureCustomer({ userId }: Actor): Promise<string> {
  const account = await findAccount(userId)
  if (account) return account.customerId
  const { email } = await db().user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } })
  const customerId = await createCustomer({ userId, email })
  const provider = billingProvider()
  if (!provider) throw new Error("A customer can't be kept: no billing provider is set.")
  await db().billingAccount.upsert({
    where: { userId },
    create: { userId, provider, customerId },
    update: { provider, customerId },
  })
  return customerId
}

/**
 * Opens the provider's page for the caller's cards and invoices, and returns its short-lived address. Throws
 * `no_billing_account`, `billing_unavailable`.
 */
export async function createPortal({ userId }: Actor): Promise<string> {
  const account = await findAccount(userId)
  if (!account) throw new Problem('no_billing_account')
  requireResponsive()
  return openPortal(account.customerId, `${env().baseUrl}/settings/usage?from=portal`)
}
