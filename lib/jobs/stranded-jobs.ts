import { pool } from '@/lib/platform/db'

/** The durable function that works on jobs, and its id among those of the app. */
export const TRANSCRIBE_RECORDING = 'transcribe-recording'
const FUNCTION_ID = `verbatim-${TRANSCRIBE_RECORDING}`

/**
 * Why nobody works on a job that is not over: `late`, it has taken more than a day; `lost`, its event came to nothing;
 * `dead`, its run is over or has nothing left to do.
 */
export type Stranded = { id: string; why: 'late' | 'lost' | 'dead' }

/** The event that begins a job's run a second time. */
export function secondEventId(jobId: string): string {
  return `${jobId}:again`
}

/**
 * An event's id makes the key of the run that it started (lib/durable/idempotency-key.ts). What has happened within the
 * last minute may be on its way still.
 */
const FIND = `
  with job as (
    select j.id, j.created_at, r.id as run, r.status, r.ended_at,
      exists (select 1 from event e where e.id in (j.id::text, j.id::text || ':again') and e.processed_at is null) as pending,
      exists (select 1 from event e where e.id = j.id::text || ':again') as begun_twice,
      exists (select 1 from durable_item i where i.run_id = r.id) as has_work
    from job j left join lateral (
      select * from durable_run where function_id = $1
        and idempotency_key in ('event:' || j.id, 'event:' || j.id || ':again')
      order by created_at desc limit 1) r on true
    where j.finished_at is null and j.created_at < now() - interval '1 minute')
  select id, case
    when created_at < now() - interval '24 hours' then 'late'
    when run is null and begun_twice then 'dead'
    when run is null then 'lost'
    else 'dead' end as why
  from job
  where created_at < now() - interval '24 hours'
     or ($2 and not pending and (run is null or ended_at < now() - interval '1 minute' or status = 'running' and not has_work))`

/**
 * Jobs that are not over though nothing will end them any more. `embedded`: the runs are in this database; where an
 * Inngest server has them, only their age tells.
 */
export async function findStrandedJobs(embedded: boolean): Promise<Stranded[]> {
  const { rows } = await pool().query<Stranded>(FIND, [FUNCTION_ID, embedded])
  return rows
}
