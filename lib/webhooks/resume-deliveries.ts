import { db, pool } from '@/lib/platform/db'
import type { WebhookDelivery } from '@/lib/platform/generated/prisma/client'
import { log } from '@/lib/platform/log'
import { DELIVERY_WAITS } from './delivery-waits'
import { RUN_SLACK_MS, startDelivery } from './queue-delivery'

/** So many runs of a message may be lost; with the next it has failed. */
export const MOST_LOST_RUNS = 6
const AT_A_TIME = 500

type Lost = Pick<WebhookDelivery, 'id' | 'endpointId' | 'run' | 'attempts' | 'lostRuns'>

const FIND = `
  select d.id, d.endpoint_id as "endpointId", d.run, d.attempts, d.lost_runs as "lostRuns" from webhook_delivery d
  where d.expected_by < now() and d.status = 'pending'
    and not exists (
      select 1 from event e where e.id = 'delivery:' || d.id || ':' || d.run
        and (e.processed_at is null or e.processed_at > now() - make_interval(secs => $1)))
  order by d.expected_by limit $2`

const GIVEN_UP = 'It could not be sent: what was to send it was lost several times.'

async function replaceRun({ id, endpointId, run, attempts, lostRuns }: Lost): Promise<void> {
  const where = { id, run, status: 'pending' }
  if (lostRuns >= MOST_LOST_RUNS) {
    const data = { status: 'failed', lastError: GIVEN_UP, expectedBy: null }
    await db().webhookDelivery.updateMany({ where, data })
    return
  }
  const next = run + 1
  await db().$transaction(async (tx) => {
    const { count } = await tx.webhookDelivery.updateMany({
      where,
      // Whatever runs the functions may be behind with its work: more patience each time.
      data: { run: next, lostRuns: lostRuns + 1, expectedBy: new Date(Date.now() + RUN_SLACK_MS * 2 ** lostRuns) },
    })
    const attemptsBefore = Math.min(attempts, DELIVERY_WAITS.length)
    if (count > 0) await startDelivery(tx, { id, endpointId, run: next }, attemptsBefore)
  })
}

/**
 * Has messages sent on whose run has come to nothing: no attempt was made by when one should have been. Done by several at
 * once, it does no more. Gives how many there were.
 */
export async function resumeDeliveries(): Promise<number> {
  const { rows } = await pool().query<Lost>(FIND, [RUN_SLACK_MS / 1000, AT_A_TIME])
  if (rows.length > 0) log.error('messages to webhooks were left by themselves', { messages: rows.length })
  for (const lost of rows) await replaceRun(lost)
  return rows.length
}
