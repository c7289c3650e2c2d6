import { findAccount } from './find-account'
import { deleteCustomer } from './stripe/delete-customer'
import { withCustomerLock } from './with-customer-lock'

/**
 * Has the billing provider forget a user who leaves: the subscription ends at once, and nothing is charged any more. Throws
 * `billing_unavailable`.
 */
export async function removeCustomer(userId: string): Promise<void> {
  await withCustomerLock(userId, async () => {
    const account = await findAccount(userId)
    if (account) await deleteCustomer(account.customerId)
  })
}
