import { newId } from '../ids'
import { tracing } from '../tracing/tracing'
import type { Db } from './db'

/** The PostgreSQL channel that is notified of each new event, so that the executor checks immediately. */
export const EVENT_CHANNEL = 'verbatim_event'

/** Inngest's limit on an event, so that what works with the embedded executor works there. */
export const MAX_EVENT_BYTES = 512 * 1024

/**
 * A kind of event: its name, and the type of what it carries, which the durable functions that it triggers are given.
 */
export type EventKind<Data extends Record<string, unknown>> = {
  name: string
  /** Never there: only the type counts. */
  data?: Data
}

export type EventData<Kind> = Kind extends EventKind<infer Data> ? Data : never

export type NewEvent<Data> = {
  data: Data
  /** Events with the same id are one event: it starts nothing twice. */
  id?: string
}

/**
 * Writes an event in the present transaction, so that neither exists without the other. The executor starts the durable
 * functions that it triggers, or a relay sends it to an Inngest server. Carries the present trace. Returns the event’s
 * id. Throws over 512 KB: events carry ids, not data.
 */
export async function emit<Data extends Record<string, unknown>>(
  tx: Db,
  { name }: EventKind<Data>,
  event: NewEvent<Data>,
): Promise<string> {
  const id = event.id ?? newId()
  const traceparent = tracing()?.traceparent()
  const data = traceparent ? { ...event.data, traceparent } : event.data
  const body = JSON.stringify({ id, name, data, ts: Date.now() })
  if (Buffer.byteLength(body) > MAX_EVENT_BYTES) throw new Error(`event ${name} is over ${MAX_EVENT_BYTES} bytes`)
  await tx.$executeRaw`
    with added as (
      insert into event (id, name, body) values (${id}, ${name}, ${body}::json) on conflict do nothing returning 1
    ) select pg_notify(${EVENT_CHANNEL}, '') from added`
  return id
}
