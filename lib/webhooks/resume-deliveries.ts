import { db } from '@/lib/core/db/db'
import { DeliveryStatus } from '@/lib/core/generated/prisma/enums'
import { log } from '@/lib/core/log'
import { findLostDeliveries, type LostDelivery } from './delivery-table'
import { DELIVERY_WAITS, RUN_SLACK_MS, startDelivery } from './queue-delivery'

/** How many runs of a message may be lost; with the next the message has failed. */
export const MAX_LOST_RUNS = 6
const AT_A_TIME = 500

const GIVEN_UP = 'It could not be sent: what was to send it was lost several times.'

async function replaceRun({ id, endpointId, run, attempts, lostRuns }: LostDelivery): Promise<void> {
  const where = { id, run, status: DeliveryStatus.pending }
  if (lostRuns >= MAX_LOST_RUNS) {
    const data = { status: DeliveryStatus.failed, lastError: GIVEN_UP, expectedBy: null }
    await db().webhookDelivery.updateMany({ where, data })
    return
  }
  const next = run + 1
  await db().$transaction(async (tx) => {
    const { count } = await tx.webhookDelivery.updateMany({
      where,
      // Whatever runs the functions may be behind with its work: each run gets more time.
      data: { run: next, lostRuns: lostRuns + 1, expectedBy: new Date(Date.now() + RUN_SLACK_MS * 2 ** lostRuns) },
    })
    const attemptsBefore = Math.min(attempts, DELIVERY_WAITS.length)
    if (count > 0) await startDelivery(tx, { id, endpointId, run: next }, attemptsBefore)
  })
}

/**
 * Starts another run for messages whose run was lost: it made no attempt by when one was due. Safe to run in several
 * processes at once. Returns how many there were.
 */
export async function resumeDeliveries(): Promise<number> {
  const found = await findLostDeliveries(RUN_SLACK_MS / 1000, AT_A_TIME)
  if (found.length > 0)
    log.error('the runs of webhook messages were lost; the messages continue in others', { messages: found.length })
  for (const lost of found) await replaceRun(lost)
  return found.length
}
