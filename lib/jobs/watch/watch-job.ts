import type { Format, RenderOptions } from '@/lib/captions/transcript'
import type { Actor } from '@/lib/core/actor'
import { changesOf, watchChanges } from '@/lib/core/db/changes-of'
import type { Job } from '../contract'
import { findJob } from '../find-job'
import { JOB_CHANNEL } from '../job-table'
import { isEnded } from '../states'
import { type PolledJob, pollJob } from './poll-job-table'

/**
 * Yields the caller's job as it is now and whenever it has changed, until it has ended or `signal` aborts. Throws
 * `not_found` before the first one.
 */
export function watchJob(
  actor: Actor,
  jobId: string,
  { format, options }: { format: Format; options?: RenderOptions },
  signal: AbortSignal,
): AsyncGenerator<Job> {
  const read = () => findJob(actor, jobId, format, options)
  return watchChanges([JOB_CHANNEL, jobId], read, ({ status }) => isEnded(status), signal)
}

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
