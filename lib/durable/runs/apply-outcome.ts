import { newId } from '@/lib/core/ids'
import type { ExecutorContext } from '../context'
import { backoffMs } from '../functions/backoff'
import type { DurableFunction } from '../functions/durable-function'
import { wakeTime } from '../functions/wake-time'
import { DISCOVERY, type Item, insertDiscovery, insertItem } from '../tables/item-table'
import type { Run } from '../tables/run-table'
import { countSteps, isStepKnown, saveResult, saveStep } from '../tables/step-table'
import type { Tx } from '../tables/transaction'
import { insertWait } from '../tables/wait-table'
import type { Outcome } from './call-function'
import { endRun } from './end-run'
import { outputTooLarge, tooManySteps } from './limits'
import { isPlanned, type Op, type StepError, unsupportedOp } from './op'
import { startRun } from './start-run'

export type CompletedItem = { context: ExecutorContext; fn: DurableFunction; run: Run; item: Item }

type Retry = { allowed: boolean; at: Date | null }

function fail(tx: Tx, { run }: CompletedItem, error: StepError): Promise<void> {
  return endRun(tx, run, { status: 'failed', error })
}

/** Schedules another attempt; returns false when that was the last one. */
async function tryAgain(tx: Tx, { context, fn, run, item }: CompletedItem, retry: Retry): Promise<boolean> {
  if (!retry.allowed || item.attempt + 1 >= fn.maxAttempts) return false
  const dueAt = retry.at ?? new Date(Date.now() + backoffMs(context.backoffMs, item.attempt))
  const { stepId, race } = item
  await insertItem(tx, { runId: run.id, stepId, race, attempt: item.attempt + 1, dueAt })
  return true
}

async function complete(tx: Tx, completed: CompletedItem, output: unknown): Promise<void> {
  const error = outputTooLarge(`function "${completed.fn.id}"`, output)
  if (error) return fail(tx, completed, error)
  return endRun(tx, completed.run, { status: 'completed', output })
}

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
async function planStep(tx: Tx, context: ExecutorContext, run: Run, op: Op): Promise<void> {
  if (await isStepKnown(tx, run.id, op.id)) return
  const race = op.opts?.parallelMode === 'race'
  if (op.op === 'StepPlanned') return insertItem(tx, { runId: run.id, stepId: op.id, race })
  if (op.op === 'WaitForEvent') return waitForEvent(tx, run, op, race)
  if (op.op === 'InvokeFunction') return invoke(tx, context, run, op, race)
  return insertItem(tx, { runId: run.id, stepId: op.id, kind: 'sleep', race, dueAt: wakeTime(op.name ?? '') })
}

/** Applies one operation. Returns whether a step has ended, so that the function may have more to do. */
async function applyOp(tx: Tx, completed: CompletedItem, op: Op, retry: Retry): Promise<boolean> {
  const { context, run } = completed
  if (isPlanned(op)) {
    await planStep(tx, context, run, op)
    return false
  }
  if (op.op === 'DiscoveryRequest') return true
  if (op.op === 'StepError' && (await tryAgain(tx, completed, retry))) return false
  await saveResult(tx, run.id, op)
  return true
}

async function applyOps(tx: Tx, completed: CompletedItem, ops: readonly Op[], retry: Retry): Promise<void> {
  const { run, item } = completed
  const unsupported = unsupportedOp(ops)
  if (unsupported) return fail(tx, completed, unsupported)
  let ended = false
  for (const op of ops) {
    if (op.op === 'RunComplete') return complete(tx, completed, op.data)
    ended = (await applyOp(tx, completed, op, retry)) || ended
  }
  const overflow = tooManySteps(await countSteps(tx, run.id))
  if (overflow) return fail(tx, completed, overflow)
  if (ended) await insertDiscovery(tx, run.id, item.race && item.stepId !== DISCOVERY)
}

/** Applies the response of a function to its run, whose lock is held and whose item is deleted. */
export async function applyOutcome(tx: Tx, completed: CompletedItem, outcome: Outcome): Promise<void> {
  if (outcome.kind === 'completed') return complete(tx, completed, outcome.output)
  if (outcome.kind === 'ops') return applyOps(tx, completed, outcome.ops, outcome.retry)
  if (!(await tryAgain(tx, completed, outcome.retry))) await fail(tx, completed, outcome.error)
}
