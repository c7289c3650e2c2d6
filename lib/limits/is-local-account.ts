import { singleton } from '@/lib/core/concurrency/singleton'
import { db } from '@/lib/core/db/db'
import { env } from '@/lib/core/env'

const MAX_REMEMBERED = 10_000

/** Whether a user is the local account, which has no limits. Cached for each user, because it never changes. */
export async function isLocalAccount(userId: string): Promise<boolean> {
  if (!env().localMode) return false
  const known = singleton('local-accounts', () => new Map<string, boolean>())
  const remembered = known.get(userId)
  if (remembered !== undefined) return remembered
  const isLocal = (await db().user.count({ where: { id: userId, isLocal: true } })) > 0
  if (known.size >= MAX_REMEMBERED) known.clear()
  known.set(userId, isLocal)
  return isLocal
}
