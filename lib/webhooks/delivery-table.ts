import { pool } from '@/lib/core/db/db'
import type { Prisma, WebhookDelivery } from '@/lib/core/generated/prisma/client'

/** A message whose run made no attempt by when one was due. */
export type LostDelivery = Pick<WebhookDelivery, 'id' | 'endpointId' | 'run' | 'attempts' | 'lostRuns'>

const FIND_LOST = `
  select d.id, d.endpoint_id as "endpointId", d.run, d.attempts, d.lost_runs as "lostRuns" from webhook_delivery d
  where d.expected_by < now() and d.status = 'pending'
    and not exists (
      select 1 from event e where e.id = 'delivery:' || d.id || ':' || d.run
        and (e.processed_at is null or e.processed_at > now() - make_interval(secs => $1)))
  order by d.expected_by limit $2`

/** Finds messages whose run was lost. An event that waits, or was processed within `slackSeconds`, is no lost run. */
export async function findLostDeliveries(slackSeconds: number, limit: number): Promise<LostDelivery[]> {
  const { rows } = await pool().query<LostDelivery>(FIND_LOST, [slackSeconds, limit])
  return rows
}

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
  const { rowCount } = await pool().query(`delete from webhook_delivery where created_at < now() - interval '30 days'`)
  const beyond = await pool().query(DELETE_OLDEST, [KEPT_OF_ENDPOINT])
  return (rowCount ?? 0) + (beyond.rowCount ?? 0)
}
