import { pool } from '@/lib/core/db/db'

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
