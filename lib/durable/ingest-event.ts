import { celHolds } from './cel'
import type { ExecutorContext } from './context'
import type { DurableEvent } from './durable-function'
import { endRun } from './end-run'
import { isEventThere, markProcessed, takeEvent } from './event-table'
import { idempotencyKey } from './idempotency-key'
import { resumeStep } from './resume-step'
import { lockRuns, type Run } from './run-table'
import { startRun } from './start-run'
import { isTransient, type Tx, transaction } from './transaction'
import { deleteWaits, listWaits, type Wait } from './wait-table'

async function applyWait(tx: Tx, run: Run, wait: Wait, event: DurableEvent): Promise<void> {
  if (wait.kind === 'cancel') return endRun(tx, run, { status: 'cancelled' })
  if (wait.stepId === null) return
  await deleteWaits(tx, wait.runId, wait.stepId)
  await resumeStep(tx, wait.runId, wait.stepId, event)
}

/** Lets the runs that wait for an event go on or be cancelled. */
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

/** Starts the functions that an event triggers, each once for the event. */
async function startTriggered(tx: Tx, context: ExecutorContext, event: DurableEvent): Promise<void> {
  for (const fn of context.functions.values()) {
    const triggered = fn.triggers.some(
      ({ event: name, expression }) => name === event.name && celHolds(expression, { event }),
    )
    if (triggered) await startRun(tx, fn, event, { idempotencyKey: idempotencyKey(fn, event) })
  }
}

/** An event that could not be processed though the database was there; it stays, to be tried again. */
export class IngestError extends Error {
  override readonly name = 'IngestError'
  readonly eventId: string

  constructor(eventId: string, cause: unknown) {
    super(`event ${eventId} could not be processed`, { cause })
    this.eventId = eventId
  }
}

/**
 * Processes one event: waits are answered, runs cancelled and started, and the event is marked, in one transaction, so
 * that a crash neither loses one nor triggers anything twice. Gives false when there is none. Throws IngestError.
 */
export async function ingestEvent(context: ExecutorContext, except: readonly string[]): Promise<boolean> {
  if (!(await isEventThere(context.pool, except))) return false
  return transaction(context.pool, async (tx) => {
    const event = await takeEvent(tx, except)
    if (!event) return false
    try {
      // Waits first: the event that starts a run doesn't answer what that run waits for.
      await resumeWaits(tx, event)
      await startTriggered(tx, context, event)
      await markProcessed(tx, [event.id])
    } catch (error) {
      throw isTransient(error) ? error : new IngestError(event.id, error)
    }
    return true
  })
}
