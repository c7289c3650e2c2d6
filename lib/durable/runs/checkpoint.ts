import type pg from 'pg'
import { z } from 'zod'
import { resetAttempts, restartItem } from '../tables/item-table'
import { lockRuns, type Run } from '../tables/run-table'
import { countSteps, saveResult } from '../tables/step-table'
import { EpochOver, type Tx, transactionIn } from '../tables/transaction'
import { endRun } from './end-run'
import { tooManySteps } from './limits'
import { type Op, parseOps, type StepError, unsupportedOp } from './op'

const body = z.object({ qi_id: z.string().regex(/^\d+\.\d+$/), steps: z.unknown().optional() })

function checkpointError(ops: readonly Op[]): StepError | null {
  const other = ops.find(({ op }) => op !== 'StepRun')
  return unsupportedOp(ops) ?? (other ? { name: 'Error', message: `${other.op} can't be checkpointed.` } : null)
}

/** Stores checkpointed steps. Returns false when the execution must stop. */
async function saveSteps(tx: Tx, run: Run, itemId: string, ops: readonly Op[]): Promise<boolean> {
  const unfit = checkpointError(ops)
  let intact = true
  if (!unfit) for (const op of ops) intact = (await saveResult(tx, run.id, op)) && intact
  const error = unfit ?? tooManySteps(await countSteps(tx, run.id))
  if (error) await endRun(tx, run, { status: 'failed', error })
  // The function has continued with an output that was refused: it has to get the error instead.
  else if (!intact) await restartItem(tx, itemId)
  return intact && !error
}

/**
 * Stores steps while their call is still running. Returns the status of the response: 200, or 409 which stops the
 * execution: its epoch is over, its item is gone, its run has ended, or what it did was refused. Throws on malformed input.
 */
export async function checkpoint(pool: pg.Pool, runId: string, input: unknown): Promise<200 | 409> {
  const { qi_id, steps } = body.parse(input)
  const [id = '', epoch = ''] = qi_id.split('.')
  const ops = parseOps(steps)
  const save = async (tx: Tx) => {
    const run = (await lockRuns(tx, [runId])).get(runId)
    if (run?.status !== 'running') return 409
    if (!(await resetAttempts(tx, id))) return 409
    return (await saveSteps(tx, run, id, ops)) ? 200 : 409
  }
  return transactionIn(pool, Number(epoch), save).catch((error: unknown) => {
    if (error instanceof EpochOver) return 409
    throw error
  })
}
