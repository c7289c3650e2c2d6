import { newId } from '@/lib/core/ids'
import { celKey, celValue } from '../functions/cel'
import type { Concurrency, DurableEvent, DurableFunction } from '../functions/durable-function'
import { wakeTime } from '../functions/wake-time'
import { insertItem } from '../tables/item-table'
import { insertRun } from '../tables/run-table'
import type { Tx } from '../tables/transaction'
import { insertWait } from '../tables/wait-table'

type Options = {
  /** A second start of the same function with the same key does nothing. */
  idempotencyKey: string
  parent?: { runId: string; stepId: string }
}

function concurrencyKey(functionId: string, { scope, key }: Concurrency, event: DurableEvent): string {
  const value = key === null ? null : celKey(key, { event })
  return JSON.stringify([scope === 'fn' ? functionId : scope, key, value])
}

/** Inngest accepts no more seconds, in either direction. */
const MOST_PRIORITY = 600

function priorityOf({ priority }: DurableFunction, event: DurableEvent): number {
  const seconds = priority === null ? 0 : Number(celValue(priority, { event }))
  return Number.isFinite(seconds) ? Math.trunc(Math.min(MOST_PRIORITY, Math.max(-MOST_PRIORITY, seconds))) : 0
}

/** Starts a run of a function with an event: its row, what can cancel it, and its first call. */
export async function startRun(tx: Tx, fn: DurableFunction, event: DurableEvent, options: Options): Promise<void> {
  const id = newId()
  const added = await insertRun(tx, {
    id,
    functionId: fn.id,
    event,
    idempotencyKey: options.idempotencyKey,
    concurrency: fn.concurrency.map((one) => ({ key: concurrencyKey(fn.id, one, event), limit: one.limit })),
    priority: priorityOf(fn, event),
    parent: options.parent ?? null,
  })
  if (!added) return
  for (const cancel of fn.cancelOn) {
    await insertWait(tx, {
      runId: id,
      stepId: null,
      kind: 'cancel',
      eventName: cancel.event,
      expression: cancel.expression,
      expiresAt: wakeTime(cancel.timeout ?? '365d'),
    })
  }
  await insertItem(tx, { runId: id })
}
