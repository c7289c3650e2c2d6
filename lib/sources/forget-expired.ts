import { db } from '@/lib/platform/db'

/** Removes what was remembered of sources and has expired. Gives how much it was. */
export async function purgeExpiredMemory(): Promise<number> {
  const { count } = await db().sourceMemory.deleteMany({ where: { expiresAt: { lt: new Date() } } })
  return count
}
