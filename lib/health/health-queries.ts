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

type DatabaseFacts = {
  version: string
  bytes: number
  /** The clock of the database. */
  now: Date
  usedConnections: number
  maxConnections: number
}

export async function readDatabaseFacts(): Promise<DatabaseFacts> {
  const { rows } = await pool().query<DatabaseFacts>(`
    select current_setting('server_version') as version, pg_database_size(current_database())::float8 as bytes,
      clock_timestamp() as now, (select count(*)::int from pg_stat_activity) as "usedConnections",
      current_setting('max_connections')::int as "maxConnections"`)
  const [facts] = rows
  if (!facts) throw new Error('The database gave no answer.')
  return facts
}
