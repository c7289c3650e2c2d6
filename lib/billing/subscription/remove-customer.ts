import { deleteCustomer } from '../stripe/customers'
import { findAccount } from './find-account'
import { withCustomerLock } from './with-customer-lock'

/**
 * Deletes a leaving user at the billing provider: the subscription ends immediately, and no more is charged. Throws
 * `billing_unavailable`.
 */
export async function removeCustomer(userId: string): Promise<void> {
  await withCustomerLock(userId, async () => {
    const account = await findAccount(userId)
    if (account) await deleteCustomer(account.customerId)
  })
}
