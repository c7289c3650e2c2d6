import type { Db } from './db'
import { newId } from './ids'
import { tracing } from './tracing/tracing'

/** Told to PostgreSQL whenever an event has been written, so that whoever runs the durable functions looks at once. */
export const EVENT_CHANNEL = 'verbatim_event'

/** Inngest's own limit on an event, so that what works here works there. */
export const MAX_EVENT_BYTES = 512 * 1024

export type NewEvent = {
  name: string
  data: Record<string, unknown>
  /** The same id again is the same event: it starts nothing twice. */
  id?: string
}

/**
 * Writes an event into the transaction in which it happened, so that neither is ever there without the other. The
 * executor starts the durable functions that it triggers, or a relay sends it to the server that does. What is traced here
 * goes on there. Gives the event's id.
 * Throws over 512 KB: events carry ids, not things.
 */
export async function emit(tx: Db, event: NewEvent): Promise<string> {
  const id = event.id ?? newId()
  const traceparent = tracing()?.traceparent()
  const data = traceparent ? { ...event.data, traceparent } : event.data
  const body = JSON.stringify({ id, name: event.name, data, ts: Date.now() })
  if (Buffer.byteLength(body) > MAX_EVENT_BYTES) throw new Error(`event ${event.name} is over ${MAX_EVENT_BYTES} bytes`)
  await tx.$executeRaw`
    with added as (
      insert into event (id, name, body) values (${id}, ${event.name}, ${body}::json) on conflict do nothing returning 1
    ) select pg_notify(${EVENT_CHANNEL}, '') from added`
  return id
}
