import { newId } from '@/lib/core/ids'
import type { ExecutorContext } from '../context'
import { wakeTime } from '../functions/wake-time'
import { insertDiscovery, insertItem } from '../tables/item-table'
import type { Run } from '../tables/run-table'
import { isStepKnown, saveStep } from '../tables/step-table'
import type { Tx } from '../tables/transaction'
import { insertWait } from '../tables/wait-table'
import type { Op } from './op'
import { startRun } from './start-run'

const NO_TIMEOUT = '365d'

async function waitForEvent(tx: Tx, run: Run, op: Op, race: boolean): Promise<void> {
  const expiresAt = wakeTime(op.opts?.timeout ?? NO_TIMEOUT)
  await insertWait(tx, {
    runId: run.id,
    stepId: op.id,
    kind: 'step',
    eventName: op.name ?? '',
    expression: op.opts?.if ?? null,
    expiresAt,
  })
  await insertItem(tx, { runId: run.id, stepId: op.id, kind: 'wait', race, dueAt: expiresAt })
}

async function invoke(tx: Tx, context: ExecutorContext, run: Run, op: Op, race: boolean): Promise<void> {
  const fn = context.functions.get(op.opts?.function_id ?? '')
  if (!fn) {
    const message = `There is no function "${op.opts?.function_id ?? ''}" to invoke.`
    await saveStep(tx, run.id, op.id, { error: { name: 'Error', message } })
    return insertDiscovery(tx, run.id, race)
  }
  const dueAt = wakeTime(op.opts?.timeout ?? NO_TIMEOUT)
  await insertItem(tx, { runId: run.id, stepId: op.id, kind: 'invoke', race, dueAt })
  const correlation = `${run.id}.${op.id}`
  const data = { ...op.opts?.payload?.data, _inngest: { fn_id: fn.id, correlation_id: correlation } }
  const event = { id: newId(), name: 'inngest/function.invoked', data, ts: Date.now() }
  await startRun(tx, fn, event, {
    idempotencyKey: `invoke:${correlation}`,
    parent: { runId: run.id, stepId: op.id },
  })
}

/** Begins a step that ends later: a separate call, a sleep, a wait, another function. Ignores a known step. */
export async function planStep(tx: Tx, context: ExecutorContext, run: Run, op: Op): Promise<void> {
  if (await isStepKnown(tx, run.id, op.id)) return
  const race = op.opts?.parallelMode === 'race'
  if (op.op === 'StepPlanned') return insertItem(tx, { runId: run.id, stepId: op.id, race })
  if (op.op === 'WaitForEvent') return waitForEvent(tx, run, op, race)
  if (op.op === 'InvokeFunction') return invoke(tx, context, run, op, race)
  return insertItem(tx, { runId: run.id, stepId: op.id, kind: 'sleep', race, dueAt: wakeTime(op.name ?? '') })
}
