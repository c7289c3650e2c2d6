import { db } from '@/lib/platform/db/db'
import { reportProgress } from '../job-table'

/** Preparing is the first tenth of the progress, assembling the last twentieth. */
export const PREPARED = 0.1
export const TRANSCRIBED = 0.95

/**
 * Updates the progress of a job by the speech in its chunks: silence takes no time. The library items of its callers
 * show how much is text so far, without a gap from the beginning.
 */
export async function reportChunkProgress(jobId: string): Promise<void> {
  const [transcribed] = await db().$queryRaw<{ share: number }[]>`
    with transcribed as materialized (
      select coalesce(min(start_ms) filter (where finished_at is null and not silent), max(end_ms)) as until_ms,
        coalesce(sum(end_ms - start_ms) filter (where finished_at is not null and not silent)::float8
                 / nullif(sum(end_ms - start_ms) filter (where not silent), 0), 1) as share
      from chunk where job_id = ${jobId}::uuid
    ), updated as (
      update library_item set duration_seconds = greatest(duration_seconds, ceil(transcribed.until_ms / 1000.0)) from transcribed
      where library_item.job_id = ${jobId}::uuid and library_item.state = 'in_progress'
    )
    select share from transcribed`
  const progress = PREPARED + (TRANSCRIBED - PREPARED) * (transcribed?.share ?? 1)
  await reportProgress(db(), jobId, 'transcribing', progress)
}
