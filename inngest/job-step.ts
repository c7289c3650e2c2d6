import { type GetStepTools, NonRetriableError } from 'inngest'
import { withDeadline } from '@/lib/core/concurrency/start-deadline'
import { isDatabaseUnavailable } from '@/lib/core/db/log-failure'
import { log } from '@/lib/core/log'
import { Problem } from '@/lib/core/problem/problem'
import { toProblem } from '@/lib/core/problem/problem-body'
import { runner } from '@/lib/durable/runner'
import { expectWork, noteProgress } from '@/lib/durable/work'
import { discardJobFiles } from '@/lib/jobs/audio/job-files'
import { failJob } from '@/lib/jobs/end/fail-job'
import { JOB_WORK } from '@/lib/jobs/events'
import { retryDelaySeconds } from '@/lib/jobs/retry-delay'
import { asOnlyWorker, JobBusy, JobPassedOn } from '@/lib/jobs/runs/job-worker'
import { waitForModel } from '@/lib/jobs/runs/wait-for-model'
import { JobEnded, JobWorkStopped, whileJobRuns } from '@/lib/jobs/runs/while-job-runs'
import { NoSlot } from '@/lib/jobs/runs/with-slot'
import type { JobRun } from '@/lib/jobs/runs/worker-table'
import { endWait, reportWait } from '@/lib/jobs/wait-table'
import type { inngest } from './client'

const MAX_CHARACTERS = 300

/** An error in a sentence, for a server that only shows it: without the output of programs, which is logged. */
export function toSentence(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).trim().split('\n', 1)
  return line.length > MAX_CHARACTERS ? `${line.slice(0, MAX_CHARACTERS)}…` : line
}

/** The tools of the SDK by which a function makes its steps. */
export type StepTools = GetStepTools<typeof inngest>

/** Work of a step, and for how long it may run. */
export type JobWork<T> = {
  limitMs: number
  /** How often the same work has failed before in earlier steps. */
  failuresBefore?: number
  verb: (signal: AbortSignal) => Promise<T>
}

/** Why a step is repeated: it failed, the database or the storage was away, or this service interrupted it (`ours`). */
type AgainReason = 'failed' | 'database' | 'storage' | 'ours'

/** The outcome of a step: a value, or when to repeat it. */
export type StepOutcome<T> = { value: T } | { againSeconds: number; reason: AgainReason }

/** How often a step was repeated before, by reason. */
export type RetryCounts = Record<AgainReason, number>

/** The longest that a call of an Inngest server may take is two hours. */
export const CALL_LIMIT_MS = 110 * 60_000

/**
 * After so many interruptions by an unreachable database (ten minutes), or by a full disk or an unreachable bucket (six hours; the
 * next call may reach a machine with space), it counts as a failure of the step.
 */
const AWAY = { database: { againSeconds: 15, most: 40 }, storage: { againSeconds: 60, most: 360 } }

type Again = { againSeconds: number; reason: AgainReason }

/** The wait after a stop of this process; another process may be ready sooner. */
const STOPPED_AGAIN: Again = { againSeconds: 15, reason: 'ours' }

/** When to repeat a step that was interrupted and did not fail; null for a failure. */
function retryAfterInterruption(error: unknown, before: RetryCounts): Again | null {
  if (error instanceof NoSlot || error instanceof JobBusy) return { againSeconds: error.seconds, reason: 'ours' }
  const reason = isDatabaseUnavailable(error) ? 'database' : isStorageUnavailable(error) ? 'storage' : null
  if (reason === null || before[reason] >= AWAY[reason].most) return null
  return { againSeconds: AWAY[reason].againSeconds, reason }
}

const isStorageUnavailable = (error: unknown) => error instanceof Problem && error.code === 'storage_unavailable'

/**
 * Has what failed tried again as `retryDelaySeconds` says, by the failures that were its own: the attempts of an
 * Inngest server are used up by whatever happens to a call. Otherwise it ends the job and the run; an Inngest server
 * gets the reason in a sentence.
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
  await reportWait(jobId, problem, delaySeconds)
  if (!runner().callsOnce) await expectWork(JOB_WORK, of.run, delaySeconds)
  return { againSeconds: delaySeconds, reason: 'failed' }
}

function work<T>(of: JobRun, { limitMs, verb }: JobWork<T>): Promise<T> {
  return whileJobRuns(of, limitMs, (signal) => {
    if (runner().callsOnce) return verb(signal)
    return asOnlyWorker(of, (passedOn) => withDeadline({ signals: [signal, passedOn] }, verb))
  })
}

/**
 * One step of a job: the verb with a time limit, stopped when the job ends, after which none of its files are left on
 * the disk. What fails is tried again as `retryDelaySeconds` says; then the job ends with its problem, so that what
 * people read is what happened. What ends because of the service (a stop, no slot, no database, another worker) does
 * not count.
 */
export async function jobStep<T>(of: JobRun, todo: JobWork<T>, before: RetryCounts): Promise<StepOutcome<T>> {
  const failuresBefore = before.failed + (todo.failuresBefore ?? 0)
  try {
    if (failuresBefore > 0 || before.storage > 0) await endWait(of.jobId)
    const value = await work(of, todo)
    await noteProgress(of.run)
    return { value }
  } catch (error) {
    if (error instanceof JobWorkStopped) return runner().afterStop(STOPPED_AGAIN)
    const again = retryAfterInterruption(error, before)
    if (again?.reason === 'storage') await reportWait(of.jobId, toProblem(error), again.againSeconds)
    if (again) return again
    if (error instanceof JobEnded) await discardJobFiles(of.jobId)
    if (error instanceof JobEnded || error instanceof JobPassedOn) throw new NonRetriableError(error.message)
    const problem = toProblem(error)
    const seconds = await waitForModel(of.jobId, problem)
    return seconds === null ? tryAgainOrFail(of, problem, failuresBefore) : { againSeconds: seconds, reason: 'ours' }
  }
}
