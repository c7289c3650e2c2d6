import type { Actor } from '@/lib/platform/actor'
import { db } from '@/lib/platform/db'
import { findEndpoint } from './find-endpoint'

/** Removes an endpoint with its deliveries: nothing is sent there any more. Throws `not_found`. */
export async function removeEndpoint(actor: Actor, endpointId: string): Promise<void> {
  const { id } = await findEndpoint(actor, endpointId)
  await db().webhookEndpoint.deleteMany({ where: { id, userId: actor.userId } })
}
