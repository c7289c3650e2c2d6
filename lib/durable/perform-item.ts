import { setTimeout as delay } from 'node:timers/promises'
import { log } from '@/lib/platform/log'
import { applyOutcome } from './apply-outcome'
import { callFunction } from './call-function'
import { completeItem } from './complete-item'
import type { ExecutorContext } from './context'
import { endRun } from './end-run'
import { type Item, insertDiscovery } from './item-table'
import { findRun, type Run } from './run-table'
import { listSteps, saveStep } from './step-table'
import { isTransient, type Tx } from './transaction'
import { deleteWaits } from './wait-table'

/** Does something with the database until it works; while the database is away, that is later. */
async function persist<T>(context: ExecutorContext, item: Item, work: () => Promise<T>): Promise<T> {
  for (let waitMs = 50; ; waitMs = Math.min(waitMs * 2, 2000)) {
    try {
      return await work()
    } catch (error) {
      if (!isTransient(error) || context.abandoned.aborted) throw error
      log.warn('the database refused; trying again', { item: item.id, run: item.runId, error })
      await delay(waitMs, undefined, { signal: context.abandoned })
    }
  }
}

const INVOKE_TIMEOUT = { error: { name: 'Error', message: 'Timed out waiting for the invoked function.' } }

/** A sleep is over, or a wait has timed out. */
async function expire(tx: Tx, item: Item): Promise<void> {
  if (item.kind === 'wait') await deleteWaits(tx, item.runId, item.stepId)
  await saveStep(tx, item.runId, item.stepId, item.kind === 'invoke' ? INVOKE_TIMEOUT : null)
  await insertDiscovery(tx, item.runId, item.race)
}

async function call(context: ExecutorContext, item: Item, run: Run): Promise<void> {
  const fn = context.functions.get(run.functionId)
  if (!fn) throw new TypeError(`an item of the unknown function ${run.functionId} was claimed`)
  const steps = await persist(context, item, () => listSteps(context.pool, run.id))
  const outcome = await callFunction(context, fn, { run, item, steps })
  try {
    await persist(context, item, () =>
      completeItem(context.pool, item, (tx, locked) => applyOutcome(tx, { context, fn, run: locked, item }, outcome)),
    )
  } catch (error) {
    if (isTransient(error)) throw error
    const message = `The run's answer could not be kept: ${error instanceof Error ? error.message : String(error)}`
    log.error('an answer could not be settled', { item: item.id, run: run.id, error })
    const end = { status: 'failed', error: { name: 'Error', message } } as const
    await persist(context, item, () => completeItem(context.pool, item, (tx, locked) => endRun(tx, locked, end)))
  }
}

/** Does what a claimed item asks for and settles it. Throws only when the executor has given up on it. */
export async function performItem(context: ExecutorContext, item: Item): Promise<void> {
  const run = await persist(context, item, () => findRun(context.pool, item.runId))
  if (item.kind === 'call' && run?.status === 'running') return call(context, item, run)
  await persist(context, item, () => completeItem(context.pool, item, (tx) => expire(tx, item)))
}
