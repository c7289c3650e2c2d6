import { pool } from '@/lib/core/db/db'
import { EXECUTOR_LOCK } from '../tables/executor-lock'

export type RunRow = { id: string; status: string; output: unknown }

/** The runs of a function of the tests' app, oldest first. For tests. */
export async function runRows(functionId: string): Promise<RunRow[]> {
  const { rows } = await pool().query<RunRow>(
    'select id, status, output from durable_run where function_id = $1 order by id',
    [`app-${functionId}`],
  )
  return rows
}

/** Whether so many runs of a function have ended. For tests. */
export async function ended(functionId: string, count = 1): Promise<boolean> {
  const rows = await runRows(functionId)
  return rows.filter(({ status }) => status !== 'running').length >= count
}

/** A session of this database that holds the executor's lock, or waits for it; null: there is none. For tests. */
export async function lockSession({ granted }: { granted: boolean }): Promise<number | null> {
  const { rows } = await pool().query<{ pid: number }>(
    `select pid from pg_locks where locktype = 'advisory' and objid = $1::int and granted = $2
       and database = (select oid from pg_database where datname = current_database())`,
    [EXECUTOR_LOCK, granted],
  )
  return rows[0]?.pid ?? null
}

/** Has the server end the session that holds the executor's lock. For tests. */
export async function dropHolder(): Promise<void> {
  await pool().query('select pg_terminate_backend($1)', [await lockSession({ granted: true })])
}
