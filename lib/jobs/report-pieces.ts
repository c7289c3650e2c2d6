import { db } from '@/lib/platform/db'
import { reportProgress } from './job-progress'

/** Preparing is the first tenth of the bar, putting it together the last twentieth. */
export const PREPARED = 0.1
export const TRANSCRIBED = 0.95

/** The history tells how much of the recording is text so far: what is heard without a gap from its beginning. */
async function tellEntries(jobId: string): Promise<void> {
  await db().$executeRaw`
    update entry set duration_seconds = greatest(duration_seconds, ceil(heard.until_ms / 1000.0))
    from (select coalesce(min(start_ms) filter (where finished_at is null and not silent), max(end_ms)) as until_ms
          from piece where job_id = ${jobId}::uuid) as heard
    where entry.job_id = ${jobId}::uuid and entry.state = 'in_progress'`
}

/** Says how far a job's pieces are, by the speech in them: silence takes no time. */
export async function reportPieces(jobId: string): Promise<void> {
  const [pieces] = await db().$queryRaw<{ share: number }[]>`
    select coalesce(sum(end_ms - start_ms) filter (where finished_at is not null)::float8
                    / nullif(sum(end_ms - start_ms), 0), 1) as share
    from piece where job_id = ${jobId}::uuid and not silent`
  await tellEntries(jobId)
  const progress = PREPARED + (TRANSCRIBED - PREPARED) * (pieces?.share ?? 1)
  await reportProgress(db(), jobId, 'transcribing', progress)
}
