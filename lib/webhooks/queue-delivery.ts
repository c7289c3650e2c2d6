import { type EventKind, emit } from '@/lib/core/db/events'
import type { Prisma, WebhookDelivery } from '@/lib/core/generated/prisma/client'
import { newId } from '@/lib/core/ids'
import type { EventData, EventType } from './events'

type DeliveryRun = { deliveryId: string; endpointId: string; run?: number; attemptsBefore?: number }

/** A message is to be sent until it is taken, by this run; the first one is not counted. */
export const DELIVERY_DUE: EventKind<DeliveryRun> = { name: 'webhook/delivery-due' }

/** A run that has made no attempt for so long after one was due is lost. */
export const RUN_SLACK_MS = 600_000

type Message<E extends EventType> = { endpointId: string; type: E; data: EventData<E> }

/** When a run that is begun now, or waits for so long, is lost. */
export function expectedAfter(waitSeconds: number): Date {
  return new Date(Date.now() + waitSeconds * 1000 + RUN_SLACK_MS)
}

/**
 * Has a message sent that is there, by the run that stands in its row. `attemptsBefore`: so many attempts of the series
 * were made by runs before it.
 */
export async function startDelivery(
  tx: Prisma.TransactionClient,
  { id, endpointId, run }: Pick<WebhookDelivery, 'id' | 'endpointId' | 'run'>,
  attemptsBefore = 0,
): Promise<void> {
  const data = { deliveryId: id, endpointId, run, attemptsBefore }
  await emit(tx, DELIVERY_DUE, { data, id: `delivery:${id}:${run}` })
}

/** Writes a message for an endpoint, in the form of Standard Webhooks, and has it sent once the transaction is done. */
export async function queueDelivery<E extends EventType>(
  tx: Prisma.TransactionClient,
  { endpointId, type, data }: Message<E>,
): Promise<WebhookDelivery> {
  const payload = JSON.stringify({ type, timestamp: new Date().toISOString(), data })
  const row = { id: newId(), endpointId, type, payload, expectedBy: expectedAfter(0) }
  const delivery = await tx.webhookDelivery.create({ data: row })
  await startDelivery(tx, delivery)
  return delivery
}

const MINUTE = 60
const HOUR = 60 * MINUTE

/** How long after each failed attempt the next one comes, in seconds: ten attempts within three days. */
export const DELIVERY_WAITS: readonly number[] = [
  5,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
]
