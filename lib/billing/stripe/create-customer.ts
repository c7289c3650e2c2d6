import { newId } from '@/lib/platform/ids'
import { callStripe } from './call-stripe'

/** Makes a customer for a user. Gives its id. */
export async function createCustomer({ userId, email }: { userId: string; email: string }): Promise<string> {
  const customer = { email, metadata: { user_id: userId } }
  const { id } = await callStripe((api) => api.customers.create(customer, { idempotencyKey: newId() }))
  return id
}
