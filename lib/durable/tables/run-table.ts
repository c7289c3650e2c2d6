import type pg from 'pg'
import type { DurableRunStatus } from '@/lib/core/generated/prisma/enums'
import type { DurableEvent } from '../functions/durable-function'
import type { Tx } from './transaction'

/** A row of durable_run, as far as the executor goes by it. */
export type Run = {
  id: string
  functionId: string
  event: DurableEvent
  status: DurableRunStatus
  parentRunId: string | null
  parentStepId: string | null
}

const COLUMNS = `id, function_id as "functionId", event, status, parent_run_id as "parentRunId", parent_step_id as "parentStepId"`

/** A run, or null when there is none. */
export async function findRun(db: pg.Pool | Tx, id: string): Promise<Run | null> {
  const { rows } = await db.query<Run>(`select ${COLUMNS} from durable_run where id = $1`, [id])
  return rows[0] ?? null
}

/**
 * Locks runs and the runs that invoked them, and returns them by id. All that changes a run does so under this lock;
 * the one order of locking keeps two transactions from waiting for each other.
 */
export async function lockRuns(tx: Tx, ids: readonly string[]): Promise<Map<string, Run>> {
  const { rows } = await tx.query<Run>(
    `select ${COLUMNS} from durable_run
     where id = any($1) or id in (select parent_run_id from durable_run where id = any($1))
     order by id for no key update`,
    [ids],
  )
  return new Map(rows.map((run) => [run.id, run]))
}

export type NewRun = {
  id: string
  functionId: string
  event: DurableEvent
  idempotencyKey: string
  concurrency: { key: string; limit: number }[]
  priority: number
  parent: { runId: string; stepId: string } | null
}

/** Adds a run, unless one of the same idempotency key is not yet a day old. Returns whether it was added. */
export async function insertRun(tx: Tx, run: NewRun): Promise<boolean> {
  await tx.query(
    `update durable_run set idempotency_key = id
     where function_id = $1 and idempotency_key = $2 and created_at < now() - interval '24 hours'`,
    [run.functionId, run.idempotencyKey],
  )
  const { rowCount } = await tx.query(
    `insert into durable_run (id, function_id, event, idempotency_key, concurrency_keys, concurrency_limits, parent_run_id, parent_step_id, priority)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing`,
    [
      run.id,
      run.functionId,
      JSON.stringify(run.event),
      run.idempotencyKey,
      run.concurrency.map(({ key }) => key),
      run.concurrency.map(({ limit }) => limit),
      run.parent?.runId ?? null,
      run.parent?.stepId ?? null,
      run.priority,
    ],
  )
  return rowCount === 1
}

/** Ends a run that is running. Returns whether it was. */
export async function closeRun(tx: Tx, id: string, status: Run['status'], output: unknown): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update durable_run set status = $2, output = $3, ended_at = now() where id = $1 and status = 'running'`,
    [id, status, JSON.stringify(output ?? null)],
  )
  return rowCount === 1
}
