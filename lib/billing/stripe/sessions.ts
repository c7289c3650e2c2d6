import { newId } from '@/lib/core/ids'
import { Problem } from '@/lib/core/problem/problem'
import { callStripe } from './client'

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
export async function openCheckout({
  customerId,
  userId,
  priceId,
  successUrl,
  cancelUrl,
}: CheckoutRequest): Promise<string> {
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
export async function openPortal(customer: string, returnUrl: string): Promise<string> {
  const session = { customer, return_url: returnUrl }
  const { url } = await callStripe((api) => api.billingPortal.sessions.create(session, { idempotencyKey: newId() }))
  return url
}
