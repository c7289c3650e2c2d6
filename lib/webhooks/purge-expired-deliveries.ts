import { pool } from '@/lib/platform/db'

/** So many messages of an endpoint are kept that were delivered or given up. */
const KEPT_OF_ENDPOINT = 1000

const DELETE_OLDEST = `
  delete from webhook_delivery where id in (
    select id from (
      select id, row_number() over (partition by endpoint_id order by created_at desc, id desc) as newness
      from webhook_delivery where status <> 'pending'
    ) ended where newness > $1)`

/**
 * Deletes messages that have been kept for 30 days, and of each endpoint those that ended before its newest thousand. To be
 * called now and then. Gives how many there were.
 */
export async function purgeExpiredDeliveries(): Promise<number> {
  const { rowCount } = await pool().query(`delete from webhook_delivery where created_at < now() - interval '30 days'`)
  const beyond = await pool().query(DELETE_OLDEST, [KEPT_OF_ENDPOINT])
  return (rowCount ?? 0) + (beyond.rowCount ?? 0)
}
