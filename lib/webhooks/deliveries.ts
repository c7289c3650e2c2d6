import type { Actor } from '@/lib/core/actor'
import { db } from '@/lib/core/db/db'
import type { WebhookDelivery as DeliveryRow } from '@/lib/core/generated/prisma/client'
import { isId } from '@/lib/core/ids'
import { Problem } from '@/lib/core/problem/problem'
import { beginWork } from '@/lib/durable/work'
import { TEST_EVENT, type WebhookDelivery } from './contract'
import { findEndpoint } from './endpoints'
import { DELIVERY_WORK, queueDelivery } from './queue-delivery'

/** A message's row as its owner sees it. */
function toDelivery(row: DeliveryRow): WebhookDelivery {
  return {
    id: row.id,
    type: row.type,
    status: row.status,
    attempts: row.attempts,
    last_status: row.lastStatus,
    last_answer: row.lastAnswer,
    last_error: row.lastError,
    last_attempt_at: row.lastAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
    payload: row.payload,
  }
}

const MAX_SHOWN = 50

/** The last messages to an endpoint, the newest first. Throws `not_found`. */
export async function listDeliveries(actor: Actor, endpointId: string): Promise<WebhookDelivery[]> {
  const { id } = await findEndpoint(actor, endpointId)
  const where = { endpointId: id, endpoint: { userId: actor.userId } }
  const rows = await db().webhookDelivery.findMany({ where, orderBy: { id: 'desc' }, take: MAX_SHOWN })
  return rows.map(toDelivery)
}

/**
 * Sends a message again, under the same id and with the same body, whether it was taken before or not; one that is on its
 * way stays so. Throws `not_found`.
 */
export async function redeliver(actor: Actor, endpointId: string, deliveryId: string): Promise<WebhookDelivery> {
  const endpoint = await findEndpoint(actor, endpointId)
  const id = isId(deliveryId) ? deliveryId : endpoint.id
  return db().$transaction(async (tx) => {
    const where = { id, endpointId: endpoint.id }
    const { count } = await tx.webhookDelivery.updateMany({
      where: { ...where, status: { not: 'pending' } },
      data: { status: 'pending' },
    })
    const delivery = await tx.webhookDelivery.findFirst({ where })
    if (!delivery) throw new Problem('not_found', { detail: 'Delivery not found. Deliveries are kept for 30 days.' })
    if (count > 0) await beginWork(tx, DELIVERY_WORK, id, { deliveryId: id, endpointId: endpoint.id })
    return toDelivery(delivery)
  })
}

/** Sends a test event to an endpoint, also to one that is disabled. Throws `not_found`. */
export async function sendTest(actor: Actor, endpointId: string): Promise<WebhookDelivery> {
  const { id } = await findEndpoint(actor, endpointId)
  const data = { message: 'This is a test event. Nothing has happened.' }
  return toDelivery(await db().$transaction((tx) => queueDelivery(tx, { endpointId: id, type: TEST_EVENT, data })))
}
