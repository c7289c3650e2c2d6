import type { Actor } from '@/lib/platform/actor'
import { db } from '@/lib/platform/db'

/** When the caller's key was last used; null: never, or there is none. It is noted once a minute. */
export async function findKeyUse({ userId }: Actor): Promise<Date | null> {
  const row = await db().apiKey.findUnique({ where: { userId }, select: { lastUsedAt: true } })
  return row?.lastUsedAt ?? null
}
