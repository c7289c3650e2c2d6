import type { Prisma } from '@/lib/platform/generated/prisma/client'
import type { WebhookEvent } from './contract'
import { queueDelivery } from './queue-delivery'

/** Which of these users have an endpoint that is told of a type of event: for who would have to look up much to tell it. */
export async function findListeners(
  tx: Prisma.TransactionClient,
  userIds: readonly string[],
  type: WebhookEvent,
): Promise<string[]> {
  const where = { userId: { in: [...userIds] }, disabledAt: null, events: { has: type } }
  const rows = await tx.webhookEndpoint.findMany({ where, select: { userId: true }, distinct: ['userId'] })
  return rows.map(({ userId }) => userId)
}

/**
 * Tells a user's endpoints that something has happened, in the transaction in which it happened: neither is ever there
 * without the other.
 */
export async function announce(
  tx: Prisma.TransactionClient,
  userId: string,
  type: WebhookEvent,
  data: Record<string, unknown>,
): Promise<void> {
  const where = { userId, disabledAt: null, events: { has: type } }
  const endpoints = await tx.webhookEndpoint.findMany({ where, select: { id: true } })
  for (const { id } of endpoints) await queueDelivery(tx, { endpointId: id, type, data })
}
