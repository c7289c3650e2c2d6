import { grantTier } from '@/lib/accounts/grant-tier'
import { LOCAL_TIER } from '@/lib/accounts/local-account'
import type { Actor } from '@/lib/platform/actor'
import { db } from '@/lib/platform/db'
import { Problem } from '@/lib/platform/problem'
import { FREE_TIER } from '@/lib/tiers/tiers'
import { requireSandbox } from './require-sandbox'

/**
 * Puts the local account on the free tier, so that what it buys in the sandbox decides, as with a customer. Throws
 * `not_found` for any other account, and where there is no sandbox.
 */
export async function setGrantAside({ userId }: Actor): Promise<void> {
  requireSandbox()
  const local = await db().user.findFirst({ where: { id: userId, isLocal: true }, select: { id: true } })
  if (!local) throw new Problem('not_found')
  await grantTier(userId, FREE_TIER)
}

/** Gives the local account its own tier back; nothing to any other. */
export async function restoreGrant(userId: string): Promise<void> {
  await db().user.updateMany({ where: { id: userId, isLocal: true }, data: { grantedTier: LOCAL_TIER } })
}
