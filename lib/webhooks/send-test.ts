import type { Actor } from '@/lib/platform/actor'
import { db } from '@/lib/platform/db/db'
import { TEST_EVENT, type WebhookDelivery } from './contract'
import { findEndpoint } from './endpoints'
import { queueDelivery } from './queue-delivery'
import { toDelivery } from './to-webhook'

/** Sends a test event to an endpoint, also to one that is disabled. Throws `not_found`. */
export async function sendTest(actor: Actor, endpointId: string): Promise<WebhookDelivery> {
  const { id } = await findEndpoint(actor, endpointId)
  const data = { message: 'This is a test event. Nothing has happened.' }
  return toDelivery(await db().$transaction((tx) => queueDelivery(tx, { endpointId: id, type: TEST_EVENT, data })))
}
