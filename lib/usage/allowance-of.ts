import type { Db } from '@/lib/core/db/db'
import { env } from '@/lib/core/env'
import { UNLIMITED_SECONDS } from './contract'
import { allowanceSeconds, FREE_TIER } from './tiers'

export type Spender = { userId: string; tier: string }

/**
 * Seconds a period of a user. A machine's own account has no limit in local mode, unless it is set to the free tier to try what
 * plans do.
 */
export async function allowanceOf(tx: Db, { userId, tier }: Spender): Promise<number> {
  if (env().localMode) {
    const own = { id: userId, isLocal: true, grantedTier: { not: FREE_TIER } }
    if ((await tx.user.count({ where: own })) > 0) return UNLIMITED_SECONDS
  }
  return allowanceSeconds(tier)
}
