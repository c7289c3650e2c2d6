import { purgeRows } from '@/lib/core/db/purge-rows'

/** Deletes the chunks of jobs that ended a week ago: their text is in the transcript. Returns how many there were. */
export function purgeChunks(): Promise<number> {
  return purgeRows('chunk', `job_id in (select id from job where finished_at < now() - interval '7 days')`)
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
