import { jobChanges } from './job-changes'
import { type PolledJob, pollJob } from './poll-job'

/**
 * Waits until a job has ended, or the user has left it. Returns null when `signal` aborts first, and when the user has
 * no such job.
 */
export async function awaitJob(jobId: string, userId: string, signal: AbortSignal): Promise<PolledJob | null> {
  for await (const _ of jobChanges(jobId, signal)) {
    const job = await pollJob(jobId, userId)
    if (!job) return null
    if (job.leftAt !== null || job.finishedAt !== null) return job
  }
  return null
}
