import { pool } from '@/lib/platform/db'

/** Deletes answers that were kept for a day. To be called now and then. Gives how many there were. */
export async function purgeExpiredIdempotencyKeys(): Promise<number> {
  const { rowCount } = await pool().query(`delete from idempotency_key where created_at < now() - interval '24 hours'`)
  return rowCount ?? 0
}
