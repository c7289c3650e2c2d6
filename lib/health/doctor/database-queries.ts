import { pool } from '@/lib/core/db/db'

export type DatabaseFacts = {
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
