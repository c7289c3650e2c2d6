import type * as rows from '@/lib/core/generated/prisma/client'
import type { Webhook, WebhookDelivery, WebhookEvent } from './contract'

/** An endpoint's row as its owner sees it: without its secret. */
export function toWebhook(row: rows.WebhookEndpoint): Webhook {
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

/** A message's row as its owner sees it. */
export function toDelivery(row: rows.WebhookDelivery): WebhookDelivery {
  return {
    id: row.id,
    type: row.type,
    status: row.status,
    attempts: row.attempts,
    last_status: row.lastStatus,
    last_answer: row.lastAnswer,
    last_error: row.lastError,
    last_attempt_at: row.lastAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
    payload: row.payload,
  }
}
