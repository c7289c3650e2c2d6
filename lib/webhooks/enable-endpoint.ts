import type { Actor } from '@/lib/platform/actor'
import { db } from '@/lib/platform/db'
import type { Webhook } from './contract'
import { findEndpoint } from './find-endpoint'
import { toWebhook } from './to-webhook'

/** Sends to an endpoint again that was disabled; what was missed meanwhile can be redelivered. Throws `not_found`. */
export async function enableEndpoint(actor: Actor, endpointId: string): Promise<Webhook> {
  const { id } = await findEndpoint(actor, endpointId)
  const data = { disabledAt: null, failingSince: null, note: null }
  return toWebhook(await db().webhookEndpoint.update({ where: { id, userId: actor.userId }, data }))
}
