import { changesOf } from '@/lib/core/db/changes-of'
import { JOB_CHANNEL } from '../job-table'
import { type PolledJob, pollJob } from './poll-job-table'

/**
 * Waits until a job has ended, or the user has left it. Returns null when `signal` aborts first, and when the user has
 * no such job.
 */
export async function awaitJob(jobId: string, userId: string, signal: AbortSignal): Promise<PolledJob | null> {
  for await (const _ of changesOf(JOB_CHANNEL, jobId, signal)) {
    const job = await pollJob(jobId, userId)
    if (!job) return null
    if (job.leftAt !== null || job.finishedAt !== null) return job
  }
  return null
}
