import { randomBytes } from 'node:crypto'
import type { Actor } from '@/lib/core/actor'
import { db } from '@/lib/core/db/db'
import type { WebhookEndpoint } from '@/lib/core/generated/prisma/client'
import { isId, newId } from '@/lib/core/ids'
import { Problem } from '@/lib/core/problem/problem'
import { seal, unseal } from '@/lib/core/secrets/seal'
import { WEBHOOK_EVENTS, type Webhook, type WebhookEvent, type WebhookWithSecret } from './contract'
import { lockEndpointOwner } from './delivery-table'
import { endpointUrl } from './endpoint-dispatcher'

/** An endpoint's row as its owner sees it: without its secret. */
function toWebhook(row: WebhookEndpoint): Webhook {
  return {
    id: row.id,
    url: row.url,
    events: row.events as WebhookEvent[],
    enabled: row.disabledAt === null,
    note: row.note,
    failing_since: row.failingSince?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
  }
}

const PURPOSE = 'webhook secret'
const SECRET_BYTES = 32

/** A new signing secret as Standard Webhooks writes them, and the form in which it is kept for its endpoint. */
function makeSecret(endpointId: string): { secret: string; sealed: Uint8Array<ArrayBuffer> } {
  const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`
  return { secret, sealed: seal(PURPOSE, endpointId, secret) }
}

export function openSecret(endpointId: string, sealed: Uint8Array): string {
  return unseal(PURPOSE, endpointId, sealed)
}

const MAX_ENDPOINTS = 10

/** Adds an endpoint, whose secret is returned this once. Throws `invalid_url`, `blocked_url`, `too_many_webhooks`. */
export async function addEndpoint(
  actor: Actor,
  input: { url: string; events?: readonly WebhookEvent[] | undefined },
): Promise<WebhookWithSecret> {
  const [id, url, userId] = [newId(), endpointUrl(input.url), actor.userId]
  const events = [...new Set(input.events ?? WEBHOOK_EVENTS)]
  const { secret, sealed } = makeSecret(id)
  const endpoint = await db().$transaction(async (tx) => {
    await lockEndpointOwner(tx, userId)
    if ((await tx.webhookEndpoint.count({ where: { userId } })) >= MAX_ENDPOINTS) {
      throw new Problem('too_many_webhooks', { context: { limit: MAX_ENDPOINTS } })
    }
    return tx.webhookEndpoint.create({ data: { id, userId, url, events, secret: sealed } })
  })
  return { ...toWebhook(endpoint), secret }
}

/** The caller's endpoints, the newest first. */
export async function listEndpoints(actor: Actor): Promise<Webhook[]> {
  const rows = await db().webhookEndpoint.findMany({ where: { userId: actor.userId }, orderBy: { createdAt: 'desc' } })
  return rows.map(toWebhook)
}

/** One of the caller's endpoints. Throws `not_found`. */
export async function findEndpoint(actor: Actor, endpointId: string): Promise<WebhookEndpoint> {
  const where = { id: endpointId, userId: actor.userId }
  const endpoint = isId(endpointId) ? await db().webhookEndpoint.findFirst({ where }) : null
  if (!endpoint) throw new Problem('not_found', { detail: 'Webhook not found. It may be deleted already.' })
  return endpoint
}

const ENABLED = { disabledAt: null, failingSince: null, note: null }
const DISABLED_BY_OWNER = 'You disabled this endpoint.'

export type EndpointChanges = {
  url?: string | undefined
  events?: readonly WebhookEvent[] | undefined
  /** False: nothing is sent there, and what happens meanwhile is not sent later. True sends to it again. */
  enabled?: boolean | undefined
}

/** Changes an endpoint. Fields that are left out stay as they are. Throws `not_found`, `invalid_url`, `blocked_url`. */
export async function updateEndpoint(
  actor: Actor,
  endpointId: string,
  { url, events, enabled }: EndpointChanges,
): Promise<Webhook> {
  const { id, disabledAt } = await findEndpoint(actor, endpointId)
  const disabled = disabledAt === null ? { disabledAt: new Date(), note: DISABLED_BY_OWNER } : {}
  const data = {
    // The failures of the former address say nothing about this one.
    ...(url === undefined ? {} : { url: endpointUrl(url), failingSince: null }),
    ...(events === undefined ? {} : { events: [...new Set(events)] }),
    ...(enabled === undefined ? {} : enabled ? ENABLED : disabled),
  }
  return toWebhook(await db().webhookEndpoint.update({ where: { id, userId: actor.userId }, data }))
}

const BOTH_SIGN_MS = 24 * 3_600_000

/**
 * Creates a new secret for an endpoint, returned by this call only. For a day, messages carry signatures by both
 * secrets, so that the receiver can change over. Throws `not_found`.
 */
export async function rotateSecret(actor: Actor, endpointId: string): Promise<WebhookWithSecret> {
  const { id, secret: before } = await findEndpoint(actor, endpointId)
  const { secret, sealed } = makeSecret(id)
  const data = { secret: sealed, oldSecret: before, oldSecretUntil: new Date(Date.now() + BOTH_SIGN_MS) }
  const endpoint = await db().webhookEndpoint.update({ where: { id, userId: actor.userId }, data })
  return { ...toWebhook(endpoint), secret }
}

/** Removes an endpoint with its deliveries: nothing is sent there any more. Throws `not_found`. */
export async function removeEndpoint(actor: Actor, endpointId: string): Promise<void> {
  const { id } = await findEndpoint(actor, endpointId)
  await db().webhookEndpoint.deleteMany({ where: { id, userId: actor.userId } })
}
