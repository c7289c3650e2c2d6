import type { EventKind } from '@/lib/core/db/events'
import type { Prisma, WebhookDelivery } from '@/lib/core/generated/prisma/client'
import { newId } from '@/lib/core/ids'
import { beginWork, type WorkOf } from '@/lib/durable/work'
import type { EventData, EventType } from './events'

/** `attemptsBefore`: so many attempts of the series were made by earlier runs. */
export type DeliveryData = { deliveryId: string; endpointId: string; attemptsBefore?: number }

/** A message is to be sent until it is taken, by this run. */
export const DELIVERY_DUE: EventKind<DeliveryData & { run: string }> = { name: 'webhook/delivery-due' }

export const DELIVERY_WORK: WorkOf<DeliveryData> = {
  kind: 'delivery',
  functionId: 'deliver-webhook',
  event: DELIVERY_DUE,
  slackSeconds: 600,
}

type Message<E extends EventType> = { endpointId: string; type: E; data: EventData<E> }

/** Writes a message for an endpoint, in the form of Standard Webhooks, and has it sent once the transaction is done. */
export async function queueDelivery<E extends EventType>(
  tx: Prisma.TransactionClient,
  { endpointId, type, data }: Message<E>,
): Promise<WebhookDelivery> {
  const payload = JSON.stringify({ type, timestamp: new Date().toISOString(), data })
  const row = { id: newId(), endpointId, type, payload }
  const delivery = await tx.webhookDelivery.create({ data: row })
  await beginWork(tx, DELIVERY_WORK, delivery.id, { deliveryId: delivery.id, endpointId })
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
