import type { Prisma } from '@/lib/core/generated/prisma/client'
import type { WebhookEvent } from './contract'
import type { EventData } from './events'
import { queueDelivery } from './queue-delivery'

/** Which of these users have an endpoint for a type of event, so that a costly payload is made only for them. */
export async function findSubscribers(
  tx: Prisma.TransactionClient,
  userIds: readonly string[],
  type: WebhookEvent,
): Promise<string[]> {
  const where = { userId: { in: [...userIds] }, disabledAt: null, events: { has: type } }
  const rows = await tx.webhookEndpoint.findMany({ where, select: { userId: true }, distinct: ['userId'] })
  return rows.map(({ userId }) => userId)
}

/**
 * Queues an event for a user's endpoints, in the transaction in which it happens: neither exists without the other.
 */
export async function notifyWebhooks<E extends WebhookEvent>(
  tx: Prisma.TransactionClient,
  userId: string,
  type: E,
  data: EventData<E>,
): Promise<void> {
  const where = { userId, disabledAt: null, events: { has: type } }
  const endpoints = await tx.webhookEndpoint.findMany({ where, select: { id: true } })
  for (const { id } of endpoints) await queueDelivery(tx, { endpointId: id, type, data })
}
