import { outputTooLarge } from './limits'
import { type Op, toStepError } from './op'
import { saveStep } from './step-table'
import type { Tx } from './transaction'

/** Remembers how a step ended. An output that is too large is remembered as the step's error: then gives false. */
export async function saveResult(tx: Tx, runId: string, op: Op): Promise<boolean> {
  if (op.op === 'StepFailed' || op.op === 'StepError') {
    await saveStep(tx, runId, op.id, { error: toStepError(op.error) })
    return true
  }
  const error = outputTooLarge(`step "${op.displayName ?? op.name ?? op.id}"`, op.data)
  await saveStep(tx, runId, op.id, error ? { error } : { data: op.data ?? null })
  return error === null
}
