import { db, pool } from '@/lib/platform/db'
import { emit } from '@/lib/platform/events'
import { log } from '@/lib/platform/log'
import { IMPORT_REQUESTED } from './start-import'

/** The durable function that works on imports, and its id among those of the app. */
export const IMPORT_SHOW = 'import-show'
const FUNCTION_ID = `verbatim-${IMPORT_SHOW}`

/** What has happened within the last minute may be on its way still. */
const FIND = `
  select b.id, b.user_id as "userId" from import_batch b
  where b.status in ('queued', 'in_progress') and b.created_at < now() - interval '1 minute'
    and not exists (
      select 1 from durable_run r
      where r.function_id = $1 and r.event->'data'->>'batchId' = b.id::text
        and (r.status = 'running' or r.ended_at > now() - interval '1 minute'))
    and not exists (
      select 1 from event e
      where e.name = $2 and e.processed_at is null and e.body->'data'->>'batchId' = b.id::text)`

/**
 * Begins the run anew of imports that are not over though nobody works on them: once an hour at most, and done by several
 * at once no more often. For the embedded executor, whose runs are in this database. Gives how many there were.
 */
export async function resumeImports(now = new Date()): Promise<number> {
  const { rows } = await pool().query<{ id: string; userId: string }>(FIND, [FUNCTION_ID, IMPORT_REQUESTED])
  const hour = now.toISOString().slice(0, 13)
  for (const { id: batchId, userId } of rows) {
    log.error('an import was left by itself', { batch_id: batchId })
    await emit(db(), { name: IMPORT_REQUESTED, data: { batchId, userId }, id: `${batchId}:again:${hour}` })
  }
  return rows.length
}
