import { db } from '@/lib/core/db/db'
import type * as rows from '@/lib/core/generated/prisma/client'
import type { DeliveryStatus } from '@/lib/core/generated/prisma/enums'
import { endWork, expectWork } from '@/lib/durable/work'
import { TEST_EVENT } from './contract'
import { DELIVERY_WORK } from './queue-delivery'
import { type Outcome, sendMessage } from './send-message'

const DAY_MS = 24 * 3_600_000
/** An endpoint at which nothing has been taken for so long is sent nothing more. */
const DISABLED_AFTER_MS = 5 * DAY_MS
const GONE = 410
const LONGEST_WAIT_SECONDS = 24 * 3600

/** The next step after an attempt: none, or another attempt after at least this many seconds. */
export type Attempt = { over: boolean; notBeforeSeconds: number }

type Delivery = rows.WebhookDelivery & { endpoint: rows.WebhookEndpoint }

const OVER: Attempt = { over: true, notBeforeSeconds: 0 }

function isTaken({ status }: Outcome): boolean {
  return status !== null && status >= 200 && status < 300
}

/** Why an endpoint is sent nothing more after this; null: it is. */
function reasonToDisable(outcome: Outcome, failingSince: Date, now: Date): string | null {
  if (outcome.status === GONE) return 'It responded with 410 Gone, so deliveries have stopped.'
  if (now.getTime() - failingSince.getTime() < DISABLED_AFTER_MS) return null
  return 'All deliveries failed for five days, so deliveries have stopped.'
}

async function noteEndpoint({ endpoint, type }: Delivery, outcome: Outcome, now: Date): Promise<boolean> {
  const { id } = endpoint
  if (isTaken(outcome)) {
    await db().webhookEndpoint.updateMany({ where: { id, disabledAt: null }, data: { failingSince: null } })
    return false
  }
  // A test says nothing of what happens day by day.
  if (type === TEST_EVENT) return false
  const failingSince = endpoint.failingSince ?? now
  const note = reasonToDisable(outcome, failingSince, now)
  const data = note === null ? { failingSince } : { failingSince, note, disabledAt: now }
  await db().webhookEndpoint.updateMany({ where: { id, disabledAt: null }, data })
  return note !== null
}

async function noteDelivery({ id }: Delivery, outcome: Outcome, status: DeliveryStatus, now: Date): Promise<void> {
  await db().webhookDelivery.updateMany({
    where: { id },
    data: {
      status,
      attempts: { increment: 1 },
      lastStatus: outcome.status,
      lastAnswer: outcome.answer,
      lastError: outcome.error,
      lastAt: now,
    },
  })
  if (status !== 'pending') await endWork(db(), 'delivery', id)
}

async function endUnsent({ id }: Delivery): Promise<Attempt> {
  const lastError = 'The endpoint is disabled, so this was not sent.'
  await db().webhookDelivery.updateMany({ where: { id }, data: { status: 'failed', lastError } })
  await endWork(db(), 'delivery', id)
  return OVER
}

/**
 * Sends a message once and writes down how it went. `isLast`: there are no more tries after this. An endpoint that says
 * that it is gone, or that has taken nothing for five days, is disabled with a note. A message that is over, gone with
 * its endpoint, or sent on by another run stays as it is.
 */
export async function attemptDelivery(deliveryId: string, isLast: boolean, run: string): Promise<Attempt> {
  if (!(await expectWork(DELIVERY_WORK, run, 0))) return OVER
  const delivery = await db().webhookDelivery.findFirst({
    where: { id: deliveryId, status: 'pending' },
    include: { endpoint: true },
  })
  if (!delivery) return OVER
  if (delivery.endpoint.disabledAt !== null && delivery.type !== TEST_EVENT) return endUnsent(delivery)
  const outcome = await sendMessage(delivery.endpoint, delivery)
  const now = new Date()
  const disabled = await noteEndpoint(delivery, outcome, now)
  const over = isTaken(outcome) || disabled || isLast
  await noteDelivery(delivery, outcome, isTaken(outcome) ? 'delivered' : over ? 'failed' : 'pending', now)
  return { over, notBeforeSeconds: Math.min(outcome.retryAfterSeconds ?? 0, LONGEST_WAIT_SECONDS) }
}
