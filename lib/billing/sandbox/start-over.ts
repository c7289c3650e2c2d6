import { LOCAL_TIER } from '@/lib/accounts/local-account'
import type { Actor } from '@/lib/platform/actor'
import { FREE_TIER } from '@/lib/usage/tiers'
import { inTurn } from '../in-turn'
import { ownCustomerId } from './own-customer'
import { inSandbox } from './store'

/**
 * Forgets the caller's customer in the sandbox with all that was bought: the account is as if it had never bought
 * anything, the local one on its own tier again. Throws `no_billing_account`.
 */
export async function startOver(actor: Actor): Promise<void> {
  const { userId } = actor
  await inTurn(userId, async () => {
    const customerId = await ownCustomerId(actor)
    await inSandbox(async (tx) => {
      await tx.sandboxObject.deleteMany({ where: { customerId } })
      await tx.billingAccount.deleteMany({ where: { userId } })
      await tx.usageCycle.deleteMany({ where: { userId } })
      const user = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { isLocal: true } })
      await tx.user.update({ where: { id: userId }, data: { tier: user.isLocal ? LOCAL_TIER : FREE_TIER } })
    })
  })
}
