import { type EventKind, emit } from '@/lib/core/db/events'
import type { Prisma } from '@/lib/core/generated/prisma/client'
import { show } from './endpoints/show'
import { clockOf, get, newSandboxId, put, type Stored } from './store'

export const SANDBOX_EVENT: EventKind<{ eventId: string }> = { name: 'billing/sandbox.event' }

/** Records that an object has changed, for a webhook. `before`: the changed fields as they were. */
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
  await emit(tx, SANDBOX_EVENT, { data: { eventId: id }, id: `sandbox:${id}` })
}
