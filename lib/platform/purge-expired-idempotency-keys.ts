import { pool } from '@/lib/platform/db'

/** Deletes responses that were stored a day ago. Run on a schedule. Returns how many there were. */
export async function purgeExpiredIdempotencyKeys(): Promise<number> {
  const { rowCount } = await pool().query(`delete from idempotency_key where created_at < now() - interval '24 hours'`)
  return rowCount ?? 0
}
