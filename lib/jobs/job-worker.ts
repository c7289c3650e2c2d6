import { pool } from '@/lib/platform/db'
import { newId } from '@/lib/platform/ids'
import { log } from '@/lib/platform/log'
import type { JobRun } from './job-run'

/** Somebody else is at work on the job, and is believed to be for so many seconds. */
export class JobBusy extends Error {
  override readonly name = 'JobBusy'
  readonly seconds: number

  constructor(seconds: number) {
    super('somebody else is at work on the job')
    this.seconds = seconds
  }
}

/** The job goes on in another run, or in another call of this one: what is done here is of no use any more. */
export class JobPassedOn extends Error {
  override readonly name = 'JobPassedOn'
}

/** Whoever says nothing for so long is believed to be gone, and the job is free for others. */
const WORKER_SECONDS = 45
const HEARTBEAT_MS = 15_000

/** A run that nobody works on for so long beyond what it meant to wait is lost. */
export const RUN_SLACK_SECONDS = 300

const BELIEVED = `worker_until = now() + ${WORKER_SECONDS} * interval '1 second',
  expected_by = now() + ${RUN_SLACK_SECONDS} * interval '1 second'`

const TAKE = `
  update job set worker_id = $3, ${BELIEVED}
  where id = $1 and run = $2 and finished_at is null and (worker_until is null or worker_until < now())`

const LOOK = `
  select run <> $2 or finished_at is not null as over,
    ceil(extract(epoch from worker_until - now()))::int as "busySeconds"
  from job where id = $1`

const RENEW = `update job set ${BELIEVED} where id = $1 and worker_id = $2`

const RELEASE = `
  update job set worker_id = null, worker_until = null, expected_by = now() + make_interval(secs => $3)
  where id = $1 and worker_id = $2`

const EXPECT = `update job set expected_by = now() + make_interval(secs => $3) where id = $1 and run = $2`

async function take({ jobId, run }: JobRun, workerId: string): Promise<void> {
  const { rowCount } = await pool().query(TAKE, [jobId, run, workerId])
  if (rowCount === 1) return
  const { rows } = await pool().query<{ over: boolean; busySeconds: number | null }>(LOOK, [jobId, run])
  const [job] = rows
  if (!job || job.over) throw new JobPassedOn(`run ${run} of job ${jobId} is over`)
  throw new JobBusy(Math.max(1, job.busySeconds ?? 1))
}

/** The seconds that work means to wait for before it goes on, where what it gives says so. */
function waitSecondsOf(value: unknown): number {
  const seconds = typeof value === 'object' && value !== null ? Reflect.get(value, 'waitSeconds') : 0
  return typeof seconds === 'number' ? seconds : 0
}

/** Says by when a run goes on that has failed and is tried again, in so many seconds. */
export async function expectRun({ jobId, run }: JobRun, inSeconds: number): Promise<void> {
  await pool().query(EXPECT, [jobId, run, inSeconds + RUN_SLACK_SECONDS])
}

/**
 * Does work on a job while nobody else does, in whatever process: an Inngest server may call twice for the same step, when a
 * connection broke, and have two runs of a job. Says all the while that somebody is at work, and by when somebody will be
 * again; the signal aborts when another one has taken over, because this process was silent for too long. Throws
 * `JobBusy` and `JobPassedOn`.
 */
export async function asOnlyWorker<T>(
  of: JobRun,
  work: (passedOn: AbortSignal) => Promise<T>,
  heartbeatMs = HEARTBEAT_MS,
): Promise<T> {
  const workerId = newId()
  await take(of, workerId)
  const passedOn = new AbortController()
  const renew = async () => {
    try {
      const { rowCount } = await pool().query(RENEW, [of.jobId, workerId])
      if (rowCount === 0) passedOn.abort(new JobPassedOn(`somebody else works on job ${of.jobId}`))
    } catch (error) {
      log.warn('could not say that a job is being worked on', { job_id: of.jobId, error })
    }
  }
  const beat = setInterval(renew, heartbeatMs)
  let waitSeconds = 0
  try {
    const value = await work(passedOn.signal)
    waitSeconds = waitSecondsOf(value)
    return value
  } finally {
    clearInterval(beat)
    await pool()
      .query(RELEASE, [of.jobId, workerId, waitSeconds + RUN_SLACK_SECONDS])
      .catch((error: unknown) => log.warn('could not say that a job is free', { job_id: of.jobId, error }))
  }
}
