import Stripe from 'stripe'
import { newId } from '@/lib/core/ids'
import { Problem } from '@/lib/core/problem/problem'
import { callStripe, stripe } from './client'

/** Makes a customer for a user. Returns its id. */
export async function createCustomer({ userId, email }: { userId: string; email: string }): Promise<string> {
  const customer = { email, metadata: { user_id: userId } }
  const { id } = await callStripe((api) => api.customers.create(customer, { idempotencyKey: newId() }))
  return id
}

/**
 * Deletes a customer at the provider permanently, which ends its subscriptions immediately. Ignores a customer that is
 * already deleted. Throws `billing_unavailable`.
 */
export async function deleteCustomer(customerId: string): Promise<void> {
  try {
    await stripe().customers.del(customerId)
  } catch (cause) {
    if (cause instanceof Stripe.errors.StripeInvalidRequestError && cause.code === 'resource_missing') return
    throw new Problem('billing_unavailable', { cause })
  }
}
