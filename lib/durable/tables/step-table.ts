import type pg from 'pg'
import { outputTooLarge } from '../runs/limits'
import { type Op, toStepError } from '../runs/op'
import type { Tx } from './transaction'

/** A remembered step: its hashed id and its result in the form in which the SDK wants it back. */
export type Step = { id: string; result: unknown }

/** The steps of a run, in the order in which they ended. */
export async function listSteps(pool: pg.Pool, runId: string): Promise<Step[]> {
  const { rows } = await pool.query<Step>(`select id, result from durable_step where run_id = $1 order by sequence`, [
    runId,
  ])
  return rows
}

/** Stores a step's result, unless it has one. */
export async function saveStep(tx: Tx, runId: string, id: string, result: unknown): Promise<void> {
  await tx.query(`insert into durable_step (run_id, id, result) values ($1, $2, $3) on conflict do nothing`, [
    runId,
    id,
    JSON.stringify(result),
  ])
}

/** How many steps a run has taken or is about to take. */
export async function countSteps(tx: Tx, runId: string): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `select ((select count(*) from durable_step where run_id = $1)
           + (select count(*) from durable_item where run_id = $1 and step_id <> 'step'))::int as count`,
    [runId],
  )
  return rows[0]?.count ?? 0
}

/** Whether a step has ended or is running, so that it is not begun again. */
export async function isStepKnown(tx: Tx, runId: string, id: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select 1 from durable_step where run_id = $1 and id = $2
     union all select 1 from durable_item where run_id = $1 and step_id = $2`,
    [runId, id],
  )
  return rowCount !== 0
}

/** Stores how a step ended. Returns false when the output was too large, which is stored as the step's error. */
export async function saveResult(tx: Tx, runId: string, op: Op): Promise<boolean> {
  if (op.op === 'StepFailed' || op.op === 'StepError') {
    await saveStep(tx, runId, op.id, { error: toStepError(op.error) })
    return true
  }
  const error = outputTooLarge(`step "${op.displayName ?? op.name ?? op.id}"`, op.data)
  await saveStep(tx, runId, op.id, error ? { error } : { data: op.data ?? null })
  return error === null
}
