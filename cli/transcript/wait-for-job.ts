import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '@/lib/api/client'
import { getJob, type Job } from '@/lib/jobs/contract'
import type { Context } from '../context'
import { watchEvents } from './watch-events'

/** A server that restarts is waited for so long. */
const MAX_ABSENCE_MS = 120_000

function hasEnded({ status }: Job): boolean {
  return status === 'done' || status === 'error'
}

/** The job as its events tell it; null once they come no more before its end: then it has to be asked for. */
async function listen(context: Context, jobId: string, format: string, onJob: (job: Job) => void): Promise<Job | null> {
  try {
    for await (const job of watchEvents(context, jobId, format)) {
      onJob(job)
      if (hasEnded(job)) return job
    }
  } catch (error) {
    // Whatever kept events from coming, asking tells it better, or works.
    if (context.signal.aborted) throw error
  }
  return null
}

/** Whether asking again may help: the server is away for a moment, or too busy. */
function isPassing(error: unknown): boolean {
  return error instanceof ApiError && error.problem.retryable
}

async function poll(context: Context, jobId: string, format: string, onJob: (job: Job) => void): Promise<Job> {
  let lastSeenMs = Date.now()
  for (let pauseSeconds = 0; ; ) {
    await sleep(pauseSeconds * 1000, undefined, { signal: context.signal })
    try {
      const { body: job } = await context.call(getJob, { params: { job_id: jobId }, query: { format } })
      onJob(job)
      if (hasEnded(job)) return job
      lastSeenMs = Date.now()
      pauseSeconds = job.poll_after_seconds
    } catch (error) {
      if (!isPassing(error) || Date.now() - lastSeenMs > MAX_ABSENCE_MS) throw error
      pauseSeconds = 2
    }
  }
}

/**
 * Waits until a job has ended, and tells of each change: by its events or, where they don't come through, by asking as
 * often as the server says. Throws `ApiError` for a job that can't be read.
 */
export async function waitForJob(
  context: Context,
  jobId: string,
  { format, onJob }: { format: string; onJob: (job: Job) => void },
): Promise<Job> {
  return (await listen(context, jobId, format, onJob)) ?? poll(context, jobId, format, onJob)
}
