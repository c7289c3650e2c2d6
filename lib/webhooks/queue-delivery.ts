import { emit } from '@/lib/platform/events'
import type { Prisma, WebhookDelivery } from '@/lib/platform/generated/prisma/client'
import { newId } from '@/lib/platform/ids'

/** Starts the durable function that sends a message until it is taken. */
export const DELIVERY_DUE = 'webhook/delivery-due'

type Message = { endpointId: string; type: string; data: Record<string, unknown> }

/** Has a message sent that is there. */
export async function startDelivery(
  tx: Prisma.TransactionClient,
  { id, endpointId }: Pick<WebhookDelivery, 'id' | 'endpointId'>,
): Promise<void> {
  await emit(tx, { name: DELIVERY_DUE, data: { deliveryId: id, endpointId } })
}

/** Writes a message for an endpoint, in the form of Standard Webhooks, and has it sent once the transaction is done. */
export async function queueDelivery(
  tx: Prisma.TransactionClient,
  { endpointId, type, data }: Message,
): Promise<WebhookDelivery> {
  const payload = JSON.stringify({ type, timestamp: new Date().toISOString(), data })
  const delivery = await tx.webhookDelivery.create({ data: { id: newId(), endpointId, type, payload } })
  await startDelivery(tx, delivery)
  return delivery
}
