import { Webhook } from 'standardwebhooks'
import type * as rows from '@/lib/platform/generated/prisma/client'
import { openSecret } from './signing-secret'

/**
 * The headers of a message (Standard Webhooks 1.0): its id, the time of this attempt, and a signature by each secret that
 * holds now.
 */
export function signMessage(
  endpoint: rows.WebhookEndpoint,
  { id, payload }: Pick<rows.WebhookDelivery, 'id' | 'payload'>,
  now: Date,
): Record<string, string> {
  const { oldSecret, oldSecretUntil } = endpoint
  const stillHolds = oldSecret !== null && oldSecretUntil !== null && oldSecretUntil > now
  const secrets = [endpoint.secret, ...(stillHolds ? [oldSecret] : [])]
  const signatures = secrets.map((sealed) => new Webhook(openSecret(endpoint.id, sealed)).sign(id, now, payload))
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  }
}
