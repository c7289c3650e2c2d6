import type { Actor } from '@/lib/platform/actor'
import { db } from '@/lib/platform/db'
import type { WebhookEndpoint } from '@/lib/platform/generated/prisma/client'
import { isId } from '@/lib/platform/ids'
import { Problem } from '@/lib/platform/problem'

/** One of the caller's endpoints. Throws `not_found`. */
export async function findEndpoint(actor: Actor, endpointId: string): Promise<WebhookEndpoint> {
  const where = { id: endpointId, userId: actor.userId }
  const endpoint = isId(endpointId) ? await db().webhookEndpoint.findFirst({ where }) : null
  if (!endpoint)
    throw new Problem('not_found', { detail: 'You have no such webhook. It may have been removed already.' })
  return endpoint
}
