import type Stripe from 'stripe'
import { Problem } from '@/lib/platform/problem'
import { stripe } from './client'

/** Asks the provider something. Throws `billing_unavailable` when it does not answer, or refuses. */
export async function callStripe<T>(question: (api: Stripe) => Promise<T>): Promise<T> {
  try {
    return await question(stripe())
  } catch (cause) {
    throw new Problem('billing_unavailable', { cause })
  }
}
