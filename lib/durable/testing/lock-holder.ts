import { pool } from '@/lib/core/db/db'
import { EXECUTOR_LOCK } from '../tables/executor-lock'

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
