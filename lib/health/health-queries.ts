import { pool } from '@/lib/core/db/db'

/** The version that PostgreSQL reports. */
export async function findServerVersion(): Promise<string> {
  const { rows } = await pool().query<{ server_version: string }>('show server_version')
  return rows[0]?.server_version ?? '?'
}

/** How many jobs have not ended. */
export async function countRunningJobs(): Promise<number> {
  const { rows } = await pool().query<{ count: number }>(
    'select count(*)::int as count from job where finished_at is null',
  )
  return rows[0]?.count ?? 0
}
