import type pg from 'pg'

/** Deletes runs that ended, and events that were processed, more than so many days ago. Returns how many of each. */
export async function purgeExpiredRuns(
  pool: pg.Pool,
  olderThanDays: number,
): Promise<{ runs: number; events: number }> {
  const runs = await pool.query(`delete from durable_run where ended_at < now() - $1 * interval '1 day'`, [
    olderThanDays,
  ])
  const events = await pool.query(`delete from event where processed_at < now() - $1 * interval '1 day'`, [
    olderThanDays,
  ])
  return { runs: runs.rowCount ?? 0, events: events.rowCount ?? 0 }
}
