import { pool } from '@/lib/core/db/db'

/** The version that PostgreSQL reports, and how long it took to answer. */
export async function findServer(): Promise<{ version: string; roundTripMs: number }> {
  const askedAtMs = performance.now()
  const { rows } = await pool().query<{ server_version: string }>('show server_version')
  return { version: rows[0]?.server_version ?? '?', roundTripMs: Math.round(performance.now() - askedAtMs) }
}

/** How many jobs have not ended: those have a running key, by whose index they are found. */
export async function countRunningJobs(): Promise<number> {
  const { rows } = await pool().query<{ count: number }>(
    'select count(*)::int as count from job where running_key is not null',
  )
  return rows[0]?.count ?? 0
}
