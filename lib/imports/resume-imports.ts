import { pool } from '@/lib/platform/db'
import { log } from '@/lib/platform/log'
import { type ImportRun, RUN_SLACK_SECONDS, replaceLostImport } from './import-run'
import { IMPORT_REQUESTED } from './start-import'

/** The durable function that works on imports, and its id among those of the app. */
export const IMPORT_SHOW = 'import-show'
const FUNCTION_ID = `verbatim-${IMPORT_SHOW}`

/** Events of the last minute may not have been processed yet. */
const FIND_EMBEDDED = `
  select b.id as "batchId", b.run from import_batch b
  where b.status in ('queued', 'in_progress') and b.created_at < now() - interval '1 minute'
    and not exists (
      select 1 from durable_run r
      where r.function_id = $1 and r.event->'data'->>'batchId' = b.id::text
        and (r.status = 'running' or r.ended_at > now() - interval '1 minute'))
    and not exists (
      select 1 from event e
      where e.name = $2 and e.processed_at is null and e.body->'data'->>'batchId' = b.id::text)`

/** A server has a run wait for its turn; the longer, the more of them it seems to have lost. */
const FIND_ON_SERVER = `
  select b.id as "batchId", b.run from import_batch b
  where b.status in ('queued', 'in_progress')
    and coalesce(b.expected_by, b.created_at + make_interval(secs => $1)) < now()
    and not exists (
      select 1 from event e where e.id = case when b.run = 0 then b.id::text else b.id || ':run:' || b.run end
        and (e.processed_at is null or e.processed_at > now() - make_interval(secs => $1) * 2 ^ b.lost_runs))`

/**
 * Restarts running imports whose run has ended; concurrent calls restart each only once. `embedded`: the runs are in
 * this database; with an Inngest server a run counts as lost when nobody has worked on the import for longer than
 * planned. Returns how many there were.
 */
export async function resumeImports(embedded: boolean): Promise<number> {
  const { rows } = embedded
    ? await pool().query<ImportRun>(FIND_EMBEDDED, [FUNCTION_ID, IMPORT_REQUESTED])
    : await pool().query<ImportRun>(FIND_ON_SERVER, [RUN_SLACK_SECONDS])
  for (const run of rows) {
    log.error('an import was left by itself', { batch_id: run.batchId })
    await replaceLostImport(run)
  }
  return rows.length
}
