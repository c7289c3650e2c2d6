import { pool } from '@/lib/core/db/db'
import { purgeRows } from '@/lib/core/db/purge-rows'
import type { Prisma } from '@/lib/core/generated/prisma/client'

/** Locks a user’s row, so that concurrent additions of endpoints are counted one after the other. */
export async function lockEndpointOwner(tx: Prisma.TransactionClient, userId: string): Promise<void> {
  await tx.$queryRaw`select 1 from users where id = ${userId}::uuid for update`
}

/** How many delivered or abandoned messages of an endpoint are kept. */
const KEPT_OF_ENDPOINT = 1000

const DELETE_OLDEST = `
  delete from webhook_delivery where id in (
    select id from (
      select id, row_number() over (partition by endpoint_id order by created_at desc, id desc) as newness
      from webhook_delivery where status <> 'pending'
    ) ended where newness > $1)`

/**
 * Deletes messages after 30 days, and of each endpoint those that ended before its newest thousand. Run on a schedule.
 * Returns how many there were.
 */
export async function purgeExpiredDeliveries(): Promise<number> {
  const old = await purgeRows('webhook_delivery', `created_at < now() - interval '30 days'`)
  const beyond = await pool().query(DELETE_OLDEST, [KEPT_OF_ENDPOINT])
  return old + (beyond.rowCount ?? 0)
}
