import { emit } from '@/lib/platform/events'
import type { Prisma } from '@/lib/platform/generated/prisma/client'
import type { Stored } from './objects'
import { show } from './show'
import { clockOf, get, newSandboxId, put } from './store'

/** Told when the sandbox has an event to deliver: `{ eventId }`. */
export const SANDBOX_EVENT = 'billing/sandbox.event'

/**
 * Keeps that something has happened to an object, to be told by a webhook. `before` are the fields that have changed, as
 * they were.
 */
export async function recordEvent(
  tx: Prisma.TransactionClient,
  type: string,
  object: Stored,
  before?: Record<string, unknown>,
): Promise<void> {
  const customer = await get(tx, 'customer', object.customer)
  const data = { object: show(object), ...(before ? { previous_attributes: before } : {}) }
  const id = newSandboxId('event')
  await put(tx, { id, object: 'event', customer: customer.id, created: clockOf(customer), type, data })
  await emit(tx, { name: SANDBOX_EVENT, data: { eventId: id }, id: `sandbox:${id}` })
}
