import { celKey } from './cel'
import type { DurableEvent, DurableFunction } from './durable-function'

/** The key that keeps an event from starting a function twice: the function's own expression, else the event's id. */
export function idempotencyKey(fn: DurableFunction, event: DurableEvent): string {
  const key = fn.idempotency === null ? null : celKey(fn.idempotency, { event })
  return key === null ? `event:${event.id}` : `key:${key}`
}
