import { db } from '@/lib/platform/db'
import { log } from '@/lib/platform/log'
import { billingMode, hasProvider } from './billing-mode'
import { syncAccount } from './sync-account'
import { withCustomerLock } from './with-customer-lock'

const AT_A_TIME = 50

/**
 * Takes over what the provider grants to the accounts whose user comes after `after`, fifty at most: whatever no event
 * has told. One that fails does not keep the others from it. Gives the user to go on after, or null at the end.
 */
export async function reconcileAccounts(after: string | null): Promise<string | null> {
  if (!hasProvider()) return null
  const accounts = await db().billingAccount.findMany({
    where: { provider: billingMode(), ...(after === null ? {} : { userId: { gt: after } }) },
    orderBy: { userId: 'asc' },
    take: AT_A_TIME,
  })
  for (const account of accounts) {
    try {
      await withCustomerLock(account.userId, () => syncAccount(account))
    } catch (error) {
      log.warn('an account could not be reconciled', { user_id: account.userId, error })
    }
  }
  return accounts.length < AT_A_TIME ? null : (accounts.at(-1)?.userId ?? null)
}
