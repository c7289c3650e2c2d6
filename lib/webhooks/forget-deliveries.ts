import { pool } from '@/lib/platform/db'

/** Deletes messages that have been kept for 30 days. To be called now and then. Gives how many there were. */
export async function forgetDeliveries(): Promise<number> {
  const { rowCount } = await pool().query(`delete from webhook_delivery where created_at < now() - interval '30 days'`)
  return rowCount ?? 0
}
