import type { Format, RenderOptions } from '@/lib/captions/transcript'
import { withDeadline } from '@/lib/core/concurrency/start-deadline'
import type { Job } from '@/lib/jobs/contract'
import { findJob } from '@/lib/jobs/find-job'
import { watchJob } from '@/lib/jobs/watch/watch-job'
import type { ToolCall } from '../tool'

/**
 * The caller's job once it has ended, or its current state when the wait budget is used up. The end of the wait does
 * not affect the job. Throws `not_found`.
 */
export async function waitForJob(
  { actor, signal, budget, report }: ToolCall,
  jobId: string,
  format: Format,
  options: RenderOptions = {},
): Promise<Job> {
  let last: Job | null = null
  await withDeadline({ signals: [signal, budget] }, async (either) => {
    for await (const job of watchJob(actor, jobId, { format, options }, either)) {
      last = job
      await report(job.progress, job.stage ?? job.status)
    }
  })
  return last ?? findJob(actor, jobId, format, options)
}
