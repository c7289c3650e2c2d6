import type { Actor } from '@/lib/core/actor'
import { db } from '@/lib/core/db/db'
import { log } from '@/lib/core/log'
import { billingProvider } from '../billing-mode'
import type { Subscription } from '../contract'
import { findUserSubscription } from '../view/billing-view'
import { findAccount } from './find-account'
import { syncAccount } from './sync-account'
import { withCustomerLock } from './with-customer-lock'

const AT_A_TIME = 50

/**
 * Takes over what the provider grants to the accounts whose user comes after `after`, fifty at most, in case
 * events were lost. One that fails does not keep the others from it. Returns the user to continue after, or null at the end.
 */
export async function reconcileAccounts(after: string | null): Promise<string | null> {
  const provider = billingProvider()
  if (!provider) return null
  const accounts = await db().billingAccount.findMany({
    where: { provider, ...(after === null ? {} : { userId: { gt: after } }) },
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

/**
 * Takes over what the provider grants the caller now, and returns it. Of a user who has never been a customer nothing
 * changes. Throws `billing_unavailable`.
 */
export async function reconcileSubscription(actor: Actor): Promise<Subscription> {
  const account = await findAccount(actor.userId)
  if (account) await withCustomerLock(actor.userId, () => syncAccount(account))
  return findUserSubscription(actor)
}

/**
 * Revokes plans bought from a former provider: plans of the sandbox are not valid with Stripe. Tiers granted by the
 * operator stay. Without a provider nothing is revoked. Returns the number of affected accounts.
 */
export async function leaveFormerProvider(): Promise<number> {
  const provider = billingProvider()
  if (!provider) return 0
  return db().$transaction(async (tx) => {
    const former = await tx.billingAccount.findMany({ where: { provider: { not: provider } } })
    const userId = { in: former.map((account) => account.userId) }
    await tx.user.updateMany({ where: { id: userId }, data: { paidTier: null } })
    await tx.usageCycle.deleteMany({ where: { userId } })
    await tx.billingAccount.deleteMany({ where: { userId } })
    return former.length
  })
}
