import { createHash } from 'node:crypto'
import type pg from 'pg'
import { z } from 'zod'
import { MAX_EVENT_BYTES } from '@/lib/core/db/events'
import { newId } from '@/lib/core/ids'
import { insertEvent } from '../tables/event-table'
import { transaction } from '../tables/transaction'

const event = z.looseObject({
  id: z.string().min(1).optional(),
  name: z.string().min(1),
  data: z.record(z.string(), z.unknown()).default({}),
  ts: z.number().optional(),
})

/** Events that can't be taken; says which and why. */
export class EventsRefusedError extends Error {
  override readonly name = 'EventsRefusedError'
}

function check(one: { name: string }): void {
  if (one.name.startsWith('inngest/'))
    throw new EventsRefusedError(`Event "${one.name}": names in inngest/ are reserved.`)
  const bytes = Buffer.byteLength(JSON.stringify(one))
  if (bytes <= MAX_EVENT_BYTES) return
  throw new EventsRefusedError(
    `Event "${one.name}" has ${Math.ceil(bytes / 1024)} KB; at most ${MAX_EVENT_BYTES / 1024} KB are allowed. Send the id of what is stored.`,
  )
}

/** Equal seeds give equal ids, so that a repeated request adds nothing. */
function eventId(seed: string | null, index: number): string {
  if (seed === null) return newId()
  const hex = createHash('sha256').update(`${seed}:${index}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/**
 * Takes events that a client sends, all or none. Returns their ids. `seed` is the client's for this request, where it
 * has one. Throws EventsRefusedError.
 */
export async function receiveEvents(pool: pg.Pool, input: unknown, seed: string | null): Promise<string[]> {
  const parsed = z.array(event).safeParse(Array.isArray(input) ? input : [input])
  if (!parsed.success) throw new EventsRefusedError(`These are not events: ${z.prettifyError(parsed.error)}`)
  const events = parsed.data.map((one, index) => ({
    ...one,
    id: one.id ?? eventId(seed, index),
    ts: one.ts ?? Date.now(),
  }))
  events.forEach(check)
  await transaction(pool, async (tx) => {
    for (const one of events) await insertEvent(tx, one)
  })
  return events.map(({ id }) => id)
}
