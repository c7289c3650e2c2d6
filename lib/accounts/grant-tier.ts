import { db } from '@/lib/core/db/db'
import { findTier } from '@/lib/usage/tiers'

/**
 * Grants a user a tier without a subscription. It stays until another one is granted, whatever happens in billing;
 * while a subscription pays for a larger tier, that one counts. Throws `unknown_tier`.
 */
export async function grantTier(userId: string, tier: string): Promise<void> {
  findTier(tier)
  await db().user.update({ where: { id: userId }, data: { grantedTier: tier } })
}
