import type { ExecutorContext } from '../context'
import { celHolds, celKey } from '../functions/cel'
import type { DurableEvent, DurableFunction } from '../functions/durable-function'
import { isEventThere, markProcessed, takeEvent } from '../tables/event-table'
import { lockRuns, type Run } from '../tables/run-table'
import { isTransient, type Tx, transactionIn } from '../tables/transaction'
import { deleteWaits, listWaits, type Wait } from '../tables/wait-table'
import { endRun, resumeStep } from './end-run'
import { startRun } from './start-run'

async function applyWait(tx: Tx, run: Run, wait: Wait, event: DurableEvent): Promise<void> {
  if (wait.kind === 'cancel') return endRun(tx, run, { status: 'cancelled' })
  if (wait.stepId === null) return
  await deleteWaits(tx, wait.runId, wait.stepId)
  await resumeStep(tx, wait.runId, wait.stepId, event)
}

/** Continues or cancels the runs that wait for an event. */
async function resumeWaits(tx: Tx, event: DurableEvent): Promise<void> {
  const waits = (await listWaits(tx, event.name)).filter((wait) =>
    celHolds(wait.expression, { event: wait.trigger, async: event }),
  )
  if (waits.length === 0) return
  const runs = await lockRuns(
    tx,
    waits.map(({ runId }) => runId),
  )
  for (const wait of waits) {
    const run = runs.get(wait.runId)
    if (run?.status === 'running') await applyWait(tx, run, wait, event)
  }
}

/** The key that keeps an event from starting a function twice: the function's own expression, else the event's id. */
export function idempotencyKey(fn: DurableFunction, event: DurableEvent): string {
  const key = fn.idempotency === null ? null : celKey(fn.idempotency, { event })
  return key === null ? `event:${event.id}` : `key:${key}`
}

/** Starts the functions that an event triggers, each once for the event. */
async function startTriggered(tx: Tx, context: ExecutorContext, event: DurableEvent): Promise<void> {
  for (const fn of context.functions.values()) {
    const triggered = fn.triggers.some(
      ({ event: name, expression }) => name === event.name && celHolds(expression, { event }),
    )
    if (triggered) await startRun(tx, fn, event, { idempotencyKey: idempotencyKey(fn, event) })
  }
}

/** An event that could not be processed though the database was reachable; it stays, to be tried again. */
export class IngestError extends Error {
  override readonly name = 'IngestError'
  readonly eventId: string

  constructor(eventId: string, cause: unknown) {
    super(`event ${eventId} could not be processed`, { cause })
    this.eventId = eventId
  }
}

/**
 * Processes one event: ends waits, cancels and starts runs, and marks the event, in one transaction, so
 * that a crash neither loses one nor triggers anything twice. Returns false when there is none. Throws IngestError.
 */
export async function ingestEvent(context: ExecutorContext, except: readonly string[]): Promise<boolean> {
  if (!(await isEventThere(context.pool, except))) return false
  return transactionIn(context.pool, context.epoch, async (tx) => {
    const event = await takeEvent(tx, except)
    if (!event) return false
    try {
      // Waits first: the event that starts a run does not end a wait of that run.
      await resumeWaits(tx, event)
      await startTriggered(tx, context, event)
      await markProcessed(tx, [event.id])
    } catch (error) {
      throw isTransient(error) ? error : new IngestError(event.id, error)
    }
    return true
  })
}
