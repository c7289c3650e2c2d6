import { MAX_EVENT_BYTES } from '@/lib/core/db/events'
import type { Tx } from '../tables/transaction'

/** An event as it was written, to be sent as it is. */
export type OutboxEvent = { id: string; name: string; body: Record<string, unknown> }

type Row = OutboxEvent & { bytes: number }

/** The most events of a request. */
const MAX_EVENTS = 100

/** The first rows, at least one, that together fit the bound of one event: no limit on requests is lower. */
function fitting(rows: readonly Row[]): OutboxEvent[] {
  let bytes = 0
  const end = rows.findIndex((row, index) => {
    bytes += row.bytes
    return index > 0 && bytes > MAX_EVENT_BYTES
  })
  return rows.slice(0, end === -1 ? rows.length : end).map(({ id, name, body }) => ({ id, name, body }))
}

/**
 * Locks the oldest unsent events that no other relay is sending, except those in `except`, up to the size of one
 * request. The embedded executor's own events (`inngest/…`) are not sent.
 */
export async function takeOutbox(tx: Tx, except: readonly string[]): Promise<OutboxEvent[]> {
  const { rows } = await tx.query<Row>(
    `select id, name, body, octet_length(body::text) as bytes from event
     where processed_at is null and name not like 'inngest/%' and id <> all($1)
     order by created_at, id limit $2 for update skip locked`,
    [except, MAX_EVENTS],
  )
  return fitting(rows)
}
