import type { Actor } from '@/lib/platform/actor'
import { db } from '@/lib/platform/db'
import type { WebhookDelivery } from './contract'
import { findEndpoint } from './find-endpoint'
import { toDelivery } from './to-webhook'

const MOST_SHOWN = 50

/** The last messages to an endpoint, the newest first. Throws `not_found`. */
export async function listDeliveries(actor: Actor, endpointId: string): Promise<WebhookDelivery[]> {
  const { id } = await findEndpoint(actor, endpointId)
  const where = { endpointId: id, endpoint: { userId: actor.userId } }
  const rows = await db().webhookDelivery.findMany({ where, orderBy: { id: 'desc' }, take: MOST_SHOWN })
  return rows.map(toDelivery)
}
