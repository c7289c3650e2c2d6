import { db } from '@/lib/platform/db'
import { billingMode, hasProvider } from './billing-mode'

/**
 * Takes back what was bought from a provider that is not the one any more: plans of the sandbox do not hold beside
 * Stripe, and what the operator granted stays. Where nobody takes money nothing is taken back. Gives how many accounts there were.
 */
export async function leaveFormerProvider(): Promise<number> {
  if (!hasProvider()) return 0
  return db().$transaction(async (tx) => {
    const former = await tx.billingAccount.findMany({ where: { provider: { not: billingMode() } } })
    const userId = { in: former.map((account) => account.userId) }
    await tx.user.updateMany({ where: { id: userId }, data: { paidTier: null } })
    await tx.usageCycle.deleteMany({ where: { userId } })
    await tx.billingAccount.deleteMany({ where: { userId } })
    return former.length
  })
}
