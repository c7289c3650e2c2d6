import type pg from 'pg'
import { EVENT_CHANNEL } from '@/lib/core/db/events'
import type { DurableEvent } from '../functions/durable-function'
import type { Tx } from './transaction'

/** Adds an event that is yet to be processed. One whose id is known changes nothing. */
export async function insertEvent(tx: Tx, event: DurableEvent): Promise<void> {
  await tx.query(
    `with added as (insert into event (id, name, body) values ($1, $2, $3) on conflict do nothing returning 1)
     select pg_notify($4, '') from added`,
    [event.id, event.name, JSON.stringify(event), EVENT_CHANNEL],
  )
}

type Row = { id: string; name: string; body: Partial<DurableEvent>; createdAt: Date }

/** Whether an event is yet to be processed, by whomever, of those that are not in `except`. */
export async function isEventThere(pool: pg.Pool, except: readonly string[]): Promise<boolean> {
  const { rowCount } = await pool.query('select from event where processed_at is null and id <> all($1) limit 1', [
    except,
  ])
  return rowCount === 1
}

/** Locks the oldest unprocessed event that is not locked, except those in `except`; null: none. */
export async function takeEvent(tx: Tx, except: readonly string[]): Promise<DurableEvent | null> {
  const { rows } = await tx.query<Row>(
    `select id, name, body, created_at as "createdAt" from event where processed_at is null and id <> all($1)
     order by created_at, id limit 1 for update skip locked`,
    [except],
  )
  const row = rows[0]
  return row
    ? { ts: row.createdAt.getTime(), ...row.body, id: row.id, name: row.name, data: row.body.data ?? {} }
    : null
}

/** Marks events as processed: ingested here, or taken by an Inngest server. */
export async function markProcessed(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.query('update event set processed_at = now() where id = any($1)', [ids])
}
