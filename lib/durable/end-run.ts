import { insertEvent } from './event-table'
import { deleteIdleItems } from './item-table'
import { type StepError, toStepError } from './op'
import { resumeStep } from './resume-step'
import { closeRun, type Run } from './run-table'
import type { Tx } from './transaction'
import { deleteWaits } from './wait-table'

export type RunEnd =
  | { status: 'completed'; output: unknown }
  | { status: 'failed'; error: StepError }
  | { status: 'cancelled' }

function resultForParent(end: RunEnd): unknown {
  if (end.status === 'completed') return { data: end.output ?? null }
  return {
    error: end.status === 'failed' ? end.error : { name: 'Error', message: 'The invoked function was cancelled.' },
  }
}

/** What tells that a run failed or was cancelled; it starts `onFailure`. A failure to handle one is told no further. */
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

/** Ends a run whose lock is held: nothing of it is to be done any more, and a run that invoked it goes on. */
export async function endRun(tx: Tx, run: Run, end: RunEnd): Promise<void> {
  const output = end.status === 'completed' ? end.output : end.status === 'failed' ? end.error : null
  if (!(await closeRun(tx, run.id, end.status, output))) return
  await deleteWaits(tx, run.id)
  await deleteIdleItems(tx, run.id)
  if (run.parentRunId && run.parentStepId) await resumeStep(tx, run.parentRunId, run.parentStepId, resultForParent(end))
  await announceEnd(tx, run, end)
}
