import { setTimeout as delay } from 'node:timers/promises'
import { waitBeforeRetryMs } from '@/lib/core/concurrency/wait-before-retry'
import { logFailure } from '@/lib/core/db/log-failure'
import { log } from '@/lib/core/log'
import type { ExecutorContext } from '../context'
import { DISCOVERY, deleteItem, type Item, insertDiscovery, listDiscoveries } from '../tables/item-table'
import { findRun, lockRuns, type Run } from '../tables/run-table'
import { listSteps, saveStep } from '../tables/step-table'
import { EpochOver, isTransient, type Tx, transactionIn } from '../tables/transaction'
import { deleteWaits } from '../tables/wait-table'
import { applyOutcome } from './apply-outcome'
import { callFunction } from './call-function'
import { endRun } from './end-run'

type Apply = (tx: Tx, run: Run) => Promise<void>

/** Runs a transaction until it succeeds, waiting while the database is unreachable. */
async function persist<T>(context: ExecutorContext, item: Item, work: () => Promise<T>): Promise<T> {
  for (let attempts = 0; ; attempts++) {
    try {
      return await work()
    } catch (error) {
      if (!isTransient(error) || context.abandoned.aborted) throw error
      logFailure('warn', 'the database failed; trying again', { item: item.id, run: item.runId, error })
      await delay(waitBeforeRetryMs(attempts, { firstMs: 50, mostMs: 2000 }), undefined, { signal: context.abandoned })
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

/** The other calls that a call answers when it reads the steps afterwards. */
async function listAnswered({ pool }: ExecutorContext, { id, runId, stepId }: Item) {
  if (stepId !== DISCOVERY) return []
  return (await listDiscoveries(pool, runId)).filter((other) => other.id !== id)
}

async function call(context: ExecutorContext, due: Item, run: Run): Promise<void> {
  const fn = context.functions.get(run.functionId)
  if (!fn) throw new TypeError(`an item of the unknown function ${run.functionId} was begun`)
  const answered = await persist(context, due, () => listAnswered(context, due))
  const item = { ...due, race: due.race || answered.some(({ race }) => race) }
  const ids = answered.map(({ id }) => id)
  const steps = await persist(context, item, () => listSteps(context.pool, run.id))
  const outcome = await callFunction(context, fn, { run, item, steps })
  const complete = (apply: Apply) => persist(context, item, () => completeItem(context, item, ids, apply))
  try {
    await complete((tx, locked) => applyOutcome(tx, { context, fn, run: locked, item }, outcome))
  } catch (error) {
    if (isTransient(error) || error instanceof EpochOver) throw error
    const message = `The outcome of the run could not be stored: ${error instanceof Error ? error.message : String(error)}`
    log.error('the outcome of an item could not be stored, so its run failed', {
      item: item.id,
      run: run.id,
      error,
    })
    const end = { status: 'failed', error: { name: 'Error', message } } as const
    await complete((tx, locked) => endRun(tx, locked, end))
  }
}

/** Performs an item and applies its outcome. Throws when the executor abandons it or its epoch is over. */
export async function performItem(context: ExecutorContext, item: Item): Promise<void> {
  const run = await persist(context, item, () => findRun(context.pool, item.runId))
  if (item.kind === 'call' && run?.status === 'running') return call(context, item, run)
  await persist(context, item, () => completeItem(context, item, [], (tx) => expire(tx, item)))
}

/**
 * Deletes an item and applies its outcome, in one transaction. Nothing happens when it is gone; when its run has ended it
 * is only deleted.
 */
async function completeItem(
  { pool, epoch }: ExecutorContext,
  item: Item,
  answered: readonly string[],
  apply: Apply,
): Promise<void> {
  await transactionIn(pool, epoch, async (tx) => {
    const run = (await lockRuns(tx, [item.runId])).get(item.runId)
    if (!(await deleteItem(tx, item.id, answered))) return
    if (run?.status === 'running') await apply(tx, run)
  })
}
