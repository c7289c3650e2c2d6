import { type GetStepTools, NonRetriableError, RetryAfterError } from 'inngest'
import { inngestMode } from '@/lib/durable/inngest-mode'
import { failJob } from '@/lib/jobs/fail-job'
import { NoPlace } from '@/lib/jobs/in-turn'
import { discardJobFiles } from '@/lib/jobs/job-files'
import type { JobRun } from '@/lib/jobs/job-run'
import { asOnlyWorker, expectRun, JobBusy, JobPassedOn } from '@/lib/jobs/job-worker'
import { retryDelaySeconds } from '@/lib/jobs/retry-delay'
import { JobEnded, JobWorkStopped, whileJobRuns } from '@/lib/jobs/while-job-runs'
import { isDatabaseTrouble } from '@/lib/platform/database-trouble'
import { log } from '@/lib/platform/log'
import type { Problem } from '@/lib/platform/problem'
import { toProblem } from '@/lib/platform/problem-body'
import { withDeadline } from '@/lib/platform/start-deadline'
import type { inngest } from './client'
import { toSentence } from './to-sentence'

/** What a function gets of the SDK to make its steps with. */
export type StepTools = GetStepTools<typeof inngest>

/** Which run this is, and which attempt at its present step. */
export type JobTries = JobRun & { attempt: number; maxAttempts: number | undefined }

/** Work of a step, and for how long it may go on. */
export type JobWork<T> = {
  limitMs: number
  /** What failed of the same before, in steps of its own. */
  failuresBefore?: number
  verb: (signal: AbortSignal) => Promise<T>
}

/** What a step came to: a value, or nothing that is the job's fault, so that it is to be begun again after a while. */
export type StepOutcome<T> = { value: T } | { againSeconds: number }

/** The longest that a call of an Inngest server may take is two hours. */
export const CALL_LIMIT_MS = 110 * 60_000

/** Another process may be there at once; this one, when it is started again. */
const STOPPED_AGAIN_SECONDS = 15
const DATABASE_AGAIN_SECONDS = 15
/** So many times the database may be away before that counts as a failure of the step: ten minutes. */
const MOST_DATABASE_AGAINS = 40

/** After so many seconds the step is begun anew, because what ended it was no failure of it; null: it was. */
function againSeconds(error: unknown, againsBefore: number): number | null {
  if (error instanceof JobWorkStopped) return STOPPED_AGAIN_SECONDS
  if (error instanceof NoPlace || error instanceof JobBusy) return error.seconds
  return isDatabaseTrouble(error) && againsBefore < MOST_DATABASE_AGAINS ? DATABASE_AGAIN_SECONDS : null
}

type Failed = { tries: JobTries; problem: Problem; failuresBefore: number }

/** Has a step tried again as `retryDelaySeconds` says, or ends the job. What is thrown goes to the server: a sentence. */
async function onFailure({ tries, problem, failuresBefore }: Failed): Promise<Error> {
  const { jobId, attempt, maxAttempts = 1 } = tries
  const { code, cause } = problem
  const delaySeconds = retryDelaySeconds(problem, attempt + failuresBefore)
  if (delaySeconds === null || attempt + 1 >= maxAttempts) {
    await failJob(jobId, problem)
    return new NonRetriableError(toSentence(problem))
  }
  log.info('a step of a job failed; it is tried again', { job_id: jobId, code, cause, delaySeconds })
  await expectRun(tries, delaySeconds)
  return new RetryAfterError(toSentence(problem), delaySeconds * 1000)
}

/** Where a server has the runs it may call for a job twice at once; the embedded executor sees to it that it does not. */
function work<T>(tries: JobTries, { limitMs, verb }: JobWork<T>): Promise<T> {
  return whileJobRuns(tries, limitMs, (signal) => {
    if (inngestMode().kind === 'embedded') return verb(signal)
    return asOnlyWorker(tries, (passedOn) => withDeadline({ signals: [signal, passedOn] }, verb))
  })
}

/**
 * One step of a job: the verb with a time limit, stopped when the job ends, after which nothing of it is left on the disk.
 * What fails is tried again as `retryDelaySeconds` says; then the job ends with its problem, so that what people read is
 * what happened. What ends because of us (a stop, no place, no database, somebody else at work) uses up no attempt.
 */
export async function jobStep<T>(tries: JobTries, todo: JobWork<T>, againsBefore: number): Promise<StepOutcome<T>> {
  try {
    return { value: await work(tries, todo) }
  } catch (error) {
    // No answer, so that nothing is noted against the job: whoever takes over when this process is gone does it again.
    if (error instanceof JobWorkStopped && inngestMode().kind === 'embedded') return new Promise<never>(() => undefined)
    const seconds = againSeconds(error, againsBefore)
    if (seconds !== null) return { againSeconds: seconds }
    if (error instanceof JobEnded) await discardJobFiles(tries.jobId)
    if (error instanceof JobEnded || error instanceof JobPassedOn) throw new NonRetriableError(error.message)
    const failed = { tries, problem: toProblem(error), failuresBefore: todo.failuresBefore ?? 0 }
    throw await onFailure(failed).catch((broken: unknown) => new Error(toSentence(broken)))
  }
}
