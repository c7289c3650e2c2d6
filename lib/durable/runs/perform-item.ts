import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { log } from '@/lib/core/log'
import type { ExecutorContext } from '../context'
import { deleteClaimed, type Item, insertDiscovery } from '../tables/item-table'
import { findRun, lockRuns, type Run } from '../tables/run-table'
import { listSteps, saveStep } from '../tables/step-table'
import { isTransient, type Tx, transaction } from '../tables/transaction'
import { deleteWaits } from '../tables/wait-table'
import { applyOutcome } from './apply-outcome'
import { callFunction } from './call-function'
import { endRun } from './end-run'

/** Runs a transaction until it succeeds, waiting while the database is unreachable. */
async function persist<T>(context: ExecutorContext, item: Item, work: () => Promise<T>): Promise<T> {
  for (let waitMs = 50; ; waitMs = Math.min(waitMs * 2, 2000)) {
    try {
      return await work()
    } catch (error) {
      if (!isTransient(error) || context.abandoned.aborted) throw error
      log.warn('the database failed; trying again', { item: item.id, run: item.runId, error })
      await delay(waitMs, undefined, { signal: context.abandoned })
    }
  }
}

const INVOKE_TIMEOUT = { error: { name: 'Error', message: 'Timed out waiting for the invoked function.' } }

/** Ends a sleep, or a wait that has timed out. */
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
    const message = `The outcome of the run could not be stored: ${error instanceof Error ? error.message : String(error)}`
    log.error('the outcome of an item could not be stored, so its run failed', {
      item: item.id,
      run: run.id,
      error,
    })
    const end = { status: 'failed', error: { name: 'Error', message } } as const
    await persist(context, item, () => completeItem(context.pool, item, (tx, locked) => endRun(tx, locked, end)))
  }
}

/** Performs a claimed item and applies its outcome. Throws only when the executor abandons it. */
export async function performItem(context: ExecutorContext, item: Item): Promise<void> {
  const run = await persist(context, item, () => findRun(context.pool, item.runId))
  if (item.kind === 'call' && run?.status === 'running') return call(context, item, run)
  await persist(context, item, () => completeItem(context.pool, item, (tx) => expire(tx, item)))
}

/**
 * Deletes a claimed item and applies its outcome, in one transaction. Nothing happens when another executor has taken
 * the item over; when its run has ended it is only deleted. Returns whether the outcome was applied.
 */
async function completeItem(pool: pg.Pool, item: Item, apply: (tx: Tx, run: Run) => Promise<void>): Promise<boolean> {
  return transaction(pool, async (tx) => {
    const run = (await lockRuns(tx, [item.runId])).get(item.runId)
    if (!(await deleteClaimed(tx, item))) return false
    if (run?.status !== 'running') return false
    await apply(tx, run)
    return true
  })
}
