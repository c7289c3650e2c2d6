import { db } from '@/lib/platform/db'

const KEPT_MS = 90 * 24 * 3_600_000

/** Deletes the ids of events of three months ago: a signature so old is refused anyway. Gives how many there were. */
export async function purgeExpiredEvents(): Promise<number> {
  const { count } = await db().billingEvent.deleteMany({
    where: { receivedAt: { lt: new Date(Date.now() - KEPT_MS) } },
  })
  return count
}
