import type pg from 'pg'
import { log } from '@/lib/core/log'
import { markProcessed } from '../tables/event-table'
import { transaction } from '../tables/transaction'
import { type OutboxEvent, takeOutbox } from './outbox-table'
import type { Sending } from './send-events'

export type Send = (events: readonly OutboxEvent[]) => Promise<Sending>

/** Which events the server has refused, and how often. */
export type Refusals = Map<string, { times: number; againAtMs: number }>

export type Relayed = { kind: 'empty' } | { kind: 'sent'; events: number } | Extract<Sending, { kind: 'unavailable' }>

const REFUSED_AGAIN_MS = 60_000
const REFUSED_AGAIN_MAX_MS = 3_600_000

function noteRefusal(refusals: Refusals, event: OutboxEvent, reason: string, nowMs: number): void {
  const times = (refusals.get(event.id)?.times ?? 0) + 1
  const againAtMs = nowMs + Math.min(REFUSED_AGAIN_MS * 2 ** (times - 1), REFUSED_AGAIN_MAX_MS)
  refusals.set(event.id, { times, againAtMs })
  log.error('the Inngest server refuses an event, which is kept and sent again', {
    event: event.id,
    name: event.name,
    reason,
  })
}

/** Sends events together or, when the server refuses them so, one by one: one that is refused holds no other up. */
async function sendEach(send: Send, events: readonly OutboxEvent[], refusals: Refusals) {
  const together = await send(events)
  if (together.kind !== 'refused') return { sent: together.kind === 'taken' ? events : [], last: together }
  const sent: OutboxEvent[] = []
  for (const event of events) {
    const alone = events.length === 1 ? together : await send([event])
    if (alone.kind === 'unavailable') return { sent, last: alone }
    if (alone.kind === 'taken') sent.push(event)
    else noteRefusal(refusals, event, alone.reason, Date.now())
  }
  return { sent, last: { kind: 'taken' } as const }
}

/**
 * Sends what one request carries of the events that wait, and marks as sent what the server has confirmed. Their rows are
 * locked meanwhile, so that no two processes send the same; when one dies in between, they are sent again under their ids,
 * by which the server knows them. Throws when the database can't be reached.
 */
export async function relayEvents(pool: pg.Pool, send: Send, refusals: Refusals): Promise<Relayed> {
  return transaction(pool, async (tx) => {
    const nowMs = Date.now()
    const except = [...refusals].filter(([, { againAtMs }]) => againAtMs > nowMs).map(([id]) => id)
    const events = await takeOutbox(tx, except)
    if (events.length === 0) return { kind: 'empty' }
    const { sent, last } = await sendEach(send, events, refusals)
    const ids = sent.map(({ id }) => id)
    await markProcessed(tx, ids)
    for (const id of ids) refusals.delete(id)
    return last.kind === 'unavailable' ? last : { kind: 'sent', events: sent.length }
  })
}
