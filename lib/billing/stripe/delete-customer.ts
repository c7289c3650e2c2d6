import Stripe from 'stripe'
import { Problem } from '@/lib/platform/problem'
import { stripe } from './client'

/**
 * Deletes a customer at the provider for good, which ends its subscriptions at once. One that is gone already is none to
 * delete. Throws `billing_unavailable`.
 */
export async function deleteCustomer(customerId: string): Promise<void> {
  try {
    await stripe().customers.del(customerId)
  } catch (cause) {
    if (cause instanceof Stripe.errors.StripeInvalidRequestError && cause.code === 'resource_missing') return
    throw new Problem('billing_unavailable', { cause })
  }
}
