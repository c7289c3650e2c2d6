import type pg from 'pg'
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

/** Remembers a step's result, unless it has one. */
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

/** Whether a step has ended or is on its way, so that it isn't begun again. */
export async function isStepKnown(tx: Tx, runId: string, id: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select 1 from durable_step where run_id = $1 and id = $2
     union all select 1 from durable_item where run_id = $1 and step_id = $2`,
    [runId, id],
  )
  return rowCount !== 0
}
