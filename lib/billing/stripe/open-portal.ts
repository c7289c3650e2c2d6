import { newId } from '@/lib/platform/ids'
import { callStripe } from './call-stripe'

/** Opens the customer portal for a customer, who comes back to `returnUrl`. Gives its address. */
export async function openPortal(customer: string, returnUrl: string): Promise<string> {
  const session = { customer, return_url: returnUrl }
  const { url } = await callStripe((api) => api.billingPortal.sessions.create(session, { idempotencyKey: newId() }))
  return url
}
