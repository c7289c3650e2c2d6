import { db } from '@/lib/core/db/db'

/** Deletes expired entries of the source memory. Returns how many there were. */
export async function purgeExpiredMemory(): Promise<number> {
  const { count } = await db().sourceMemory.deleteMany({ where: { expiresAt: { lt: new Date() } } })
  return count
}
