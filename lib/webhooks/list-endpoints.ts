import type { Actor } from '@/lib/platform/actor'
import { db } from '@/lib/platform/db'
import type { Webhook } from './contract'
import { toWebhook } from './to-webhook'

/** The caller's endpoints, the newest first. */
export async function listEndpoints(actor: Actor): Promise<Webhook[]> {
  const rows = await db().webhookEndpoint.findMany({ where: { userId: actor.userId }, orderBy: { createdAt: 'desc' } })
  return rows.map(toWebhook)
}
