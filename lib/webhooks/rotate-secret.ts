import type { Actor } from '@/lib/platform/actor'
import { db } from '@/lib/platform/db'
import type { WebhookWithSecret } from './contract'
import { findEndpoint } from './find-endpoint'
import { makeSecret } from './signing-secret'
import { toWebhook } from './to-webhook'

const BOTH_SIGN_MS = 24 * 3_600_000

/**
 * Gives an endpoint a new secret, told this once. For a day messages bear signatures by both, so that whoever receives
 * them can change over in between. Throws `not_found`.
 */
export async function rotateSecret(actor: Actor, endpointId: string): Promise<WebhookWithSecret> {
  const { id, secret: before } = await findEndpoint(actor, endpointId)
  const { secret, sealed } = makeSecret(id)
  const data = { secret: sealed, oldSecret: before, oldSecretUntil: new Date(Date.now() + BOTH_SIGN_MS) }
  const endpoint = await db().webhookEndpoint.update({ where: { id, userId: actor.userId }, data })
  return { ...toWebhook(endpoint), secret }
}
