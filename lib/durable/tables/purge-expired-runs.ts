import type pg from 'pg'
import { purgeRows } from '@/lib/core/db/purge-rows'

/** Deletes runs that ended, and events that were processed, more than so many days ago. Returns how many of each. */
export async function purgeExpiredRuns(
  pool: pg.Pool,
  olderThanDays: number,
): Promise<{ runs: number; events: number }> {
  const old = `< now() - make_interval(days => $1)`
  return {
    runs: await purgeRows('durable_run', `ended_at ${old}`, [olderThanDays], pool),
    events: await purgeRows('event', `processed_at ${old}`, [olderThanDays], pool),
  }
}
