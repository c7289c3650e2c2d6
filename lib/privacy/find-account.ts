import type { Actor } from '@/lib/core/actor'
import { db } from '@/lib/core/db/db'
import { Problem } from '@/lib/core/problem/problem'
import { effectiveTier } from '@/lib/usage/tiers'

/** An account as its owner sees it. */
export type Account = { id: string; email: string; tier: string; createdAt: Date; isLocal: boolean }

/** The caller's account. Throws `not_found` when it has been deleted in this moment. */
export async function findAccount({ userId }: Actor): Promise<Account> {
  const user = await db().user.findUnique({ where: { id: userId } })
  if (!user) throw new Problem('not_found', { detail: 'This account has been deleted.' })
  const { id, email, createdAt, isLocal } = user
  return { id, email, tier: effectiveTier(user), createdAt, isLocal: isLocal === true }
}
