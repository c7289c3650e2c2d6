import { NonRetriableError } from 'inngest'
import { failJob } from '@/lib/jobs/fail-job'
import { JobEnded, whileJobRuns } from '@/lib/jobs/while-job-runs'
import type { Problem } from '@/lib/platform/problem'
import { toProblem } from '@/lib/platform/problem-body'
import { problemRow } from '@/lib/platform/problem-table'

type Attempt = { jobId: string; attempt: number; maxAttempts: number | undefined; limitMs: number }

/** Whether another try may help; a broken recording stays broken. */
function isFinal(problem: Problem, { attempt, maxAttempts = 1 }: Attempt): boolean {
  const retryable = problemRow(problem.code).retryable && problem.context.retryable !== false
  return !retryable || attempt + 1 >= maxAttempts
}

/**
 * One step of a job: the verb with a time limit, stopped when the job ends. An error that no further try can mend ends the job with its problem,
 * so that what people read is what happened; any other is thrown for the next try.
 */
export async function jobStep<T>(attempt: Attempt, verb: (signal: AbortSignal) => Promise<T>): Promise<T> {
  try {
    return await whileJobRuns(attempt.jobId, attempt.limitMs, verb)
  } catch (error) {
    if (error instanceof JobEnded) throw new NonRetriableError(error.message, { cause: error })
    const problem = toProblem(error)
    if (!isFinal(problem, attempt)) throw error
    await failJob(attempt.jobId, problem)
    throw new NonRetriableError(problem.message, { cause: error })
  }
}
