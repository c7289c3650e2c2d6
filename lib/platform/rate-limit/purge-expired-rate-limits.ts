import { pool } from '@/lib/platform/db'

/** Deletes the rows that limit nobody any more. To be called now and then. Gives how many there were. */
export async function purgeExpiredRateLimits(): Promise<number> {
  const { rowCount } = await pool().query('delete from rate_limit where tat < now()')
  return rowCount ?? 0
}
