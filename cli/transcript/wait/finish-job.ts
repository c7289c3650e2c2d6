import { ApiError } from '@/lib/api/client'
import type { Transcript } from '@/lib/captions/transcript'
import type { Context } from '../../context'
import { jobLine } from '../job-line'
import { type JobQuery, waitForJob } from './wait-for-job'

/**
 * The transcript of a job, shown on the board while it is waited for. Throws `ApiError` with the job's own problem when it
 * fails.
 */
export async function finishJob(
  context: Context,
  jobId: string,
  { label, query }: { label: string; query: JobQuery },
): Promise<Transcript> {
  const { board } = context.terminal
  try {
    const job = await waitForJob(context, jobId, { query, onJob: (now) => board.set(label, jobLine(label, now)) })
    if (job.error) throw new ApiError(job.error)
    if (!job.transcript) throw new Error(`Job ${jobId} is ${job.status}, but has no transcript.`)
    return job.transcript
  } finally {
    board.set(label, null)
  }
}
