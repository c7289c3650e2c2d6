import { type GetStepTools, NonRetriableError, RetryAfterError } from 'inngest'
import { failJob } from '@/lib/jobs/fail-job'
import { discardJobFiles } from '@/lib/jobs/job-files'
import { retryDelaySeconds } from '@/lib/jobs/retry-delay'
import { JobEnded, JobWorkStopped, whileJobRuns } from '@/lib/jobs/while-job-runs'
import { toProblem } from '@/lib/platform/problem-body'
import type { inngest } from './client'

/** What a function gets of the SDK to make its steps with. */
export type JobSteps = GetStepTools<typeof inngest>

/** The job of a run, and which attempt at its present step this is. */
export type JobTries = { jobId: string; attempt: number; maxAttempts: number | undefined }

type Attempt = JobTries & {
  limitMs: number
  /** What failed of the same before, in steps of its own. */
  failuresBefore?: number
}

async function onFailure(error: unknown, { jobId, attempt, maxAttempts = 1, failuresBefore = 0 }: Attempt) {
  const problem = toProblem(error)
  const delaySeconds = retryDelaySeconds(problem, attempt + failuresBefore)
  if (delaySeconds !== null && attempt + 1 < maxAttempts) {
    return new RetryAfterError(problem.message, delaySeconds * 1000, { cause: error })
  }
  await failJob(jobId, problem)
  return new NonRetriableError(problem.message, { cause: error })
}

/**
 * One step of a job: the verb with a time limit, stopped when the job ends, after which nothing of it is left on the disk.
 * What fails is tried again as `retryDelaySeconds` says; then the job ends with its problem, so that what people read is
 * what happened.
 */
export async function jobStep<T>(attempt: Attempt, verb: (signal: AbortSignal) => Promise<T>): Promise<T> {
  try {
    return await whileJobRuns(attempt.jobId, attempt.limitMs, verb)
  } catch (error) {
    // No answer, so that nothing is noted against the job: whoever takes over when this process is gone does it again.
    if (error instanceof JobWorkStopped) return new Promise<never>(() => undefined)
    if (error instanceof JobEnded) {
      await discardJobFiles(attempt.jobId)
      throw new NonRetriableError(error.message, { cause: error })
    }
    throw await onFailure(error, attempt)
  }
}
