import { type GetStepTools, NonRetriableError } from 'inngest'
import { inngestMode } from '@/lib/durable/inngest-mode'
import { failJob } from '@/lib/jobs/fail-job'
import { discardJobFiles } from '@/lib/jobs/job-files'
import type { JobRun } from '@/lib/jobs/job-run'
import { asOnlyWorker, expectRun, JobBusy, JobPassedOn } from '@/lib/jobs/job-worker'
import { retryDelaySeconds } from '@/lib/jobs/retry-delay'
import { JobEnded, JobWorkStopped, whileJobRuns } from '@/lib/jobs/while-job-runs'
import { NoSlot } from '@/lib/jobs/with-slot'
import { isDatabaseUnavailable } from '@/lib/platform/database-unavailable'
import { log } from '@/lib/platform/log'
import type { Problem } from '@/lib/platform/problem'
import { toProblem } from '@/lib/platform/problem-body'
import { withDeadline } from '@/lib/platform/start-deadline'
import type { inngest } from './client'
import { toSentence } from './to-sentence'

/** What a function gets of the SDK to make its steps with. */
export type StepTools = GetStepTools<typeof inngest>

/** Work of a step, and for how long it may go on. */
export type JobWork<T> = {
  limitMs: number
  /** What failed of the same before, in steps of its own. */
  failuresBefore?: number
  verb: (signal: AbortSignal) => Promise<T>
}

/** Why a step is begun again: it failed, the database was away, or it is for us to go on another time. */
type AgainReason = 'failed' | 'database' | 'ours'

/** What a step came to: a value, or that it is to be begun again after a while. */
export type StepOutcome<T> = { value: T } | { againSeconds: number; reason: AgainReason }

/** How often a step was begun again before, by why. */
export type Agains = Record<AgainReason, number>

/** The longest that a call of an Inngest server may take is two hours. */
export const CALL_LIMIT_MS = 110 * 60_000

/** Another process may be there at once; this one, when it is started again. */
const STOPPED_AGAIN_SECONDS = 15
const DATABASE_AGAIN_SECONDS = 15
/** So many times the database may be away before that counts as a failure of the step: ten minutes. */
const MOST_DATABASE_AGAINS = 40

type Again = { againSeconds: number; reason: AgainReason }

/** When the step is begun anew, because what ended it was no failure of it; null: it was. */
function notOurFault(error: unknown, before: Agains): Again | null {
  if (error instanceof JobWorkStopped) return { againSeconds: STOPPED_AGAIN_SECONDS, reason: 'ours' }
  if (error instanceof NoSlot || error instanceof JobBusy) return { againSeconds: error.seconds, reason: 'ours' }
  if (!isDatabaseUnavailable(error) || before.database >= MOST_DATABASE_AGAINS) return null
  return { againSeconds: DATABASE_AGAIN_SECONDS, reason: 'database' }
}

/**
 * Has what failed tried again as `retryDelaySeconds` says, by the failures that were its own: the attempts of an Inngest
 * server are used up by whatever happens to a call. Else ends the job and the run; a server is told why in a sentence.
 */
async function tryAgainOrFail(of: JobRun, problem: Problem, failuresBefore: number): Promise<Again> {
  const { jobId } = of
  const { code, cause } = problem
  const delaySeconds = retryDelaySeconds(problem, failuresBefore)
  if (delaySeconds === null) {
    await failJob(jobId, problem)
    throw new NonRetriableError(toSentence(problem))
  }
  log.info('a step of a job failed; it is tried again', { job_id: jobId, code, cause, delaySeconds })
  if (inngestMode().kind !== 'embedded') await expectRun(of, delaySeconds)
  return { againSeconds: delaySeconds, reason: 'failed' }
}

/** Where a server has the runs it may call for a job twice at once; the embedded executor sees to it that it does not. */
function work<T>(of: JobRun, { limitMs, verb }: JobWork<T>): Promise<T> {
  return whileJobRuns(of, limitMs, (signal) => {
    if (inngestMode().kind === 'embedded') return verb(signal)
    return asOnlyWorker(of, (passedOn) => withDeadline({ signals: [signal, passedOn] }, verb))
  })
}

/**
 * One step of a job: the verb with a time limit, stopped when the job ends, after which nothing of it is left on the disk.
 * What fails is tried again as `retryDelaySeconds` says; then the job ends with its problem, so that what people read is
 * what happened. What ends because of us (a stop, no place, no database, somebody else at work) counts for nothing.
 */
export async function jobStep<T>(of: JobRun, todo: JobWork<T>, before: Agains): Promise<StepOutcome<T>> {
  try {
    return { value: await work(of, todo) }
  } catch (error) {
    // No answer, so that nothing is noted against the job: whoever takes over when this process is gone does it again.
    if (error instanceof JobWorkStopped && inngestMode().kind === 'embedded') return new Promise<never>(() => undefined)
    const again = notOurFault(error, before)
    if (again) return again
    if (error instanceof JobEnded) await discardJobFiles(of.jobId)
    if (error instanceof JobEnded || error instanceof JobPassedOn) throw new NonRetriableError(error.message)
    return tryAgainOrFail(of, toProblem(error), before.failed + (todo.failuresBefore ?? 0))
  }
}
