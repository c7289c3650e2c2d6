import { db } from '@/lib/platform/db'

import { evictFeeds } from './feed-cache'

/** A feed that nobody has asked for in this time is fetched whole the next time. */
const KEPT_DAYS = 30

/** Removes the bodies of feeds that nobody has asked for lately. Gives how many they were. */
export async function purgeExpiredFeeds(now = new Date()): Promise<number> {
  const before = new Date(now.getTime() - KEPT_DAYS * 24 * 3600 * 1000)
  const { count } = await db().feedCache.deleteMany({ where: { fetchedAt: { lt: before } } })
  return count + (await evictFeeds())
}
