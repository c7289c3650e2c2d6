import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '@/lib/api/client'
import type { LayoutOptions } from '@/lib/captions/layout/subtitle-layout'
import type { Transcript } from '@/lib/captions/transcript'
import { getJob, type Job } from '@/lib/jobs/contract'
import { isEnded } from '@/lib/jobs/states'
import type { Context } from '../../context'
import { jobLine } from '../job-line'

/** The format of the transcript, and how subtitles are laid out. */
type JobQuery = { format: string; words?: boolean } & LayoutOptions

/** A server that restarts is waited for so long. */
const MAX_ABSENCE_MS = 120_000

/** The pause before an unreachable server is asked again. */
const ABSENT_PAUSE_SECONDS = 2

/** Whether a repeated request may succeed: the server is unreachable for a moment, or too busy. */
function isPassing(error: unknown): boolean {
  return error instanceof ApiError && error.problem.retryable
}

/**
 * Waits until a job has ended, and reports it each time that it is asked for: as often as the server says. Throws `ApiError`
 * for a job that can't be read.
 */
async function waitForJob(
  context: Context,
  jobId: string,
  { query, onJob }: { query: JobQuery; onJob: (job: Job) => void },
): Promise<Job> {
  let lastSeenMs = Date.now()
  for (;;) {
    let pauseSeconds = ABSENT_PAUSE_SECONDS
    try {
      const { body: job } = await context.call(getJob, { params: { job_id: jobId }, query })
      onJob(job)
      if (isEnded(job.status)) return job
      lastSeenMs = Date.now()
      pauseSeconds = job.poll_after_seconds
    } catch (error) {
      if (!isPassing(error) || Date.now() - lastSeenMs > MAX_ABSENCE_MS) throw error
    }
    await sleep(pauseSeconds * 1000, undefined, { signal: context.signal })
  }
}

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
