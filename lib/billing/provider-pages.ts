import type { Actor } from '@/lib/core/actor'
import { db } from '@/lib/core/db/db'
import { env } from '@/lib/core/env'
import { newId } from '@/lib/core/ids'
import { Problem } from '@/lib/core/problem/problem'
import { billingProvider } from './billing-mode'
import { callStripe, requireResponsive } from './stripe/client'
import { createCustomer } from './stripe/customers'
import { findSubscription } from './stripe/find-subscription'
import { findAccount } from './subscription/find-account'
import { withCustomerLock } from './subscription/with-customer-lock'
import { findOffer } from './view/find-offer'

type CheckoutRequest = { customerId: string; userId: string; priceId: string; successUrl: string; cancelUrl: string }

/**
 * An earlier checkout may still be open in another window: only the newest can be paid, so that no customer pays twice.
 */
async function closeOthers(customer: string): Promise<void> {
  const { data } = await callStripe((api) => api.checkout.sessions.list({ customer, status: 'open', limit: 100 }))
  for (const { id } of data) {
    await callStripe((api) => api.checkout.sessions.expire(id, {}, { idempotencyKey: newId() }))
  }
}

/** Opens a page where a customer subscribes to a price. Returns its address. */
async function openCheckout({ customerId, userId, priceId, successUrl, cancelUrl }: CheckoutRequest): Promise<string> {
  await closeOthers(customerId)
  const session = await callStripe((api) =>
    api.checkout.sessions.create(
      {
        mode: 'subscription',
        customer: customerId,
        client_reference_id: userId,
        line_items: [{ price: priceId, quantity: 1 }],
        allow_promotion_codes: true,
        success_url: successUrl,
        cancel_url: cancelUrl,
      },
      { idempotencyKey: newId() },
    ),
  )
  if (!session.url) throw new Problem('billing_unavailable', { cause: 'the checkout has no address' })
  return session.url
}

/** Opens the customer portal for a customer, who comes back to `returnUrl`. Returns its address. */
async function openPortal(customer: string, returnUrl: string): Promise<string> {
  const session = { customer, return_url: returnUrl }
  const { url } = await callStripe((api) => api.billingPortal.sessions.create(session, { idempotencyKey: newId() }))
  return url
}

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
