import { purgeRows } from '@/lib/core/db/purge-rows'

const WEEK_AGO = `now() - interval '7 days'`

/**
 * Deletes the chunks of jobs that ended a week ago: their text is in the transcript. Returns how many there were. A chunk is finished
 * before its job ends, or never, so that chunks of other jobs are hardly read.
 */
export function purgeChunks(): Promise<number> {
  return purgeRows(
    'chunk',
    `(finished_at < ${WEEK_AGO} or finished_at is null)
       and exists (select from job where job.id = chunk.job_id and job.finished_at < ${WEEK_AGO})`,
  )
}

/**
 * Deletes jobs a month after their end if no library item, item of the trash or import leads to them; the others go with
 * those. Returns how many there were.
 */
export function purgeJobs(): Promise<number> {
  return purgeRows(
    'job',
    `finished_at between now() - interval '60 days' and now() - interval '30 days'
       and not exists (select from library_item i where i.job_id = job.id)
       and not exists (select from trashed_item i where i.job_id = job.id)
       and not exists (select from import_item i where i.job_id = job.id)`,
  )
}
