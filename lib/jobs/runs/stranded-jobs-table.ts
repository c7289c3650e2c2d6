import { pool } from '@/lib/core/db/db'
import { type JobRun, RUN_SLACK_SECONDS } from './worker-table'

/** The durable function that works on jobs, and its id among those of the app. */
export const TRANSCRIBE_RECORDING = 'transcribe-recording'
const FUNCTION_ID = `verbatim-${TRANSCRIBE_RECORDING}`

/** Why a running job is stranded: `late`, it has taken more than a day; `lost`, its run has ended without it. */
export type Stranded = JobRun & { why: 'late' | 'lost' }

/** Ids of the events that start a job's present run; earlier releases restarted a run under `:again`. */
const EVENT_IDS = `array[case when j.run = 0 then j.id::text else j.id || ':' || j.run end, j.id || ':again']`
const LATE = `j.created_at < now() - interval '24 hours'`

/**
 * The idempotency key of a run is made of its event's id (lib/durable/functions/idempotency-key.ts). Events of the last minute
 * may not have been processed yet.
 */
const FIND_EMBEDDED = `
  with open as (
    select j.id, j.run, ${LATE} as late, r.id as run_id, r.status, r.ended_at,
      exists (select 1 from event e where e.id = any(${EVENT_IDS}) and e.processed_at is null) as pending,
      exists (select 1 from durable_item i where i.run_id = r.id) as has_work
    from job j left join lateral (
      select * from durable_run where function_id = $1
        and idempotency_key in (select 'event:' || e from unnest(${EVENT_IDS}) e)
      order by created_at desc limit 1) r on true
    where j.finished_at is null and j.created_at < now() - interval '1 minute')
  select id as "jobId", run, case when late then 'late' else 'lost' end as why
  from open
  where late or not pending
    and (run_id is null or ended_at < now() - interval '1 minute' or status = 'running' and not has_work)`

/**
 * A server may take its time before it begins a run; the longer, the more runs it seems to have lost. While an event waits
 * here, its run is not lost.
 */
const FIND_ON_SERVER = `
  select j.id as "jobId", j.run, case when ${LATE} then 'late' else 'lost' end as why
  from job j
  where j.finished_at is null and (${LATE}
    or coalesce(j.expected_by, j.created_at + make_interval(secs => $1)) < now()
      and not exists (select 1 from event e where e.id = any(${EVENT_IDS})
        and (e.processed_at is null or e.processed_at > now() - make_interval(secs => $1) * 2 ^ j.lost_runs)))`

/**
 * Running jobs that nothing will end. `embedded`: the runs are in this database; with an Inngest server a run counts as
 * lost when nobody has worked on the job for longer than planned.
 */
export async function findStrandedJobs(embedded: boolean): Promise<Stranded[]> {
  const { rows } = embedded
    ? await pool().query<Stranded>(FIND_EMBEDDED, [FUNCTION_ID])
    : await pool().query<Stranded>(FIND_ON_SERVER, [RUN_SLACK_SECONDS])
  return rows
}
