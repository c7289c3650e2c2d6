import type { Actor } from '@/lib/platform/actor'
import { db } from '@/lib/platform/db'
import { newId } from '@/lib/platform/ids'
import { Problem } from '@/lib/platform/problem'
import { WEBHOOK_EVENTS, type WebhookEvent, type WebhookWithSecret } from './contract'
import { endpointUrl } from './endpoint-dispatcher'
import { makeSecret } from './signing-secret'
import { toWebhook } from './to-webhook'

const MOST_ENDPOINTS = 10

/**
 * Adds an endpoint, with a secret that is given this once. Throws `invalid_url`, `blocked_url`, and `too_many_webhooks`
 * past ten.
 */
export async function addEndpoint(
  actor: Actor,
  input: { url: string; events?: readonly WebhookEvent[] | undefined },
): Promise<WebhookWithSecret> {
  const [id, url, userId] = [newId(), endpointUrl(input.url), actor.userId]
  const events = [...new Set(input.events ?? WEBHOOK_EVENTS)]
  const { secret, sealed } = makeSecret(id)
  const endpoint = await db().$transaction(async (tx) => {
    // Of several at once each sees the ones before it.
    await tx.$queryRaw`select 1 from users where id = ${userId}::uuid for update`
    if ((await tx.webhookEndpoint.count({ where: { userId } })) >= MOST_ENDPOINTS) {
      throw new Problem('too_many_webhooks', { context: { limit: MOST_ENDPOINTS } })
    }
    return tx.webhookEndpoint.create({ data: { id, userId, url, events, secret: sealed } })
  })
  return { ...toWebhook(endpoint), secret }
}
