import { insertEvent } from '../tables/event-table'
import { deleteItems, deleteStepItem, insertDiscovery } from '../tables/item-table'
import { closeRun, type Run } from '../tables/run-table'
import { saveStep } from '../tables/step-table'
import type { Tx } from '../tables/transaction'
import { deleteWaits } from '../tables/wait-table'
import { type StepError, toStepError } from './op'

type RunEnd =
  | { status: 'completed'; output: unknown }
  | { status: 'failed'; error: StepError }
  | { status: 'cancelled' }

function resultForParent(end: RunEnd): unknown {
  if (end.status === 'completed') return { data: end.output ?? null }
  return {
    error: end.status === 'failed' ? end.error : { name: 'Error', message: 'The invoked function was cancelled.' },
  }
}

/**
 * The event that reports a failed or cancelled run; it starts `onFailure`. A failure of such a handler is not reported.
 */
async function announceEnd(tx: Tx, run: Run, end: RunEnd): Promise<void> {
  const handlesEnds = run.event.name.startsWith('inngest/function.') && run.event.name !== 'inngest/function.invoked'
  if (end.status === 'completed' || handlesEnds) return
  const data = { function_id: run.functionId, run_id: run.id, event: run.event, events: [run.event] }
  const error = end.status === 'failed' ? { error: toStepError(end.error) } : {}
  await insertEvent(tx, {
    id: run.id,
    name: `inngest/function.${end.status}`,
    data: { ...data, ...error, _inngest: { status: end.status === 'failed' ? 'Failed' : 'Cancelled' } },
    ts: Date.now(),
  })
}

/** Ends a run whose lock is held: its remaining work is deleted, and a run that invoked it continues. */
export async function endRun(tx: Tx, run: Run, end: RunEnd): Promise<void> {
  const output = end.status === 'completed' ? end.output : end.status === 'failed' ? end.error : null
  if (!(await closeRun(tx, run.id, end.status, output))) return
  await deleteWaits(tx, run.id)
  await deleteItems(tx, run.id)
  if (run.parentRunId && run.parentStepId) await resumeStep(tx, run.parentRunId, run.parentStepId, resultForParent(end))
  await announceEnd(tx, run, end)
}

/**
 * Ends a waiting step with its result, and continues its run. Does nothing when the step no longer waits.
 */
export async function resumeStep(tx: Tx, runId: string, stepId: string, result: unknown): Promise<void> {
  const item = await deleteStepItem(tx, runId, stepId)
  if (!item) return
  await saveStep(tx, runId, stepId, result)
  await insertDiscovery(tx, runId, item.race)
}
