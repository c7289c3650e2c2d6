import { db } from '@/lib/platform/db'
import { log } from '@/lib/platform/log'
import { subscribe } from '@/lib/platform/notifications'
import { JOB_CHANNEL } from './job-progress'

/** The reason of the signal when a job has ended: there is nothing left to work for. */
export class JobEnded extends Error {
  override readonly name = 'JobEnded'
}

async function hasEnded(jobId: string): Promise<boolean> {
  const job = await db().job.findUnique({ where: { id: jobId }, select: { finishedAt: true } })
  return !job || job.finishedAt !== null
}

/**
 * Does work for a job with a signal that stops it after `limitMs`, and as soon as the job has ended: cancelled by its last
 * caller, or done by another process. The signal's reason is a `JobEnded` then.
 */
export async function whileJobRuns<T>(
  jobId: string,
  limitMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const ended = new AbortController()
  const look = async () => {
    try {
      if (await hasEnded(jobId)) ended.abort(new JobEnded(`job ${jobId} has ended`))
    } catch (error) {
      log.warn('could not look whether a job has ended', { job_id: jobId, error })
    }
  }
  const unsubscribe = await subscribe(JOB_CHANNEL, (changed) => {
    if (changed === null || changed === jobId) void look()
  })
  try {
    return await work(AbortSignal.any([ended.signal, AbortSignal.timeout(limitMs)]))
  } finally {
    unsubscribe()
  }
}
