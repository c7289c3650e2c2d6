import type { Actor } from '@/lib/platform/actor'
import { db } from '@/lib/platform/db'
import { billingMode } from './billing-mode'
import { findAccount } from './find-account'
import { createCustomer } from './stripe/create-customer'

/** The caller's customer at the provider, made now where there is none. To be called in the customer's turn (`inOrder`). */
export async function ensureCustomer({ userId }: Actor): Promise<string> {
  const account = await findAccount(userId)
  if (account) return account.customerId
  const { email } = await db().user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } })
  const customerId = await createCustomer({ userId, email })
  const provider = billingMode()
  await db().billingAccount.upsert({
    where: { userId },
    create: { userId, provider, customerId },
    update: { provider, customerId },
  })
  return customerId
}
