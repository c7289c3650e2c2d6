import { newId } from '@/lib/core/ids'
import { log } from '@/lib/core/log'
import { findBusySeconds, type JobRun, releaseJob, renewJob, takeJob } from './worker-table'

/** Another call works on the job. Its lease ends in `seconds`. */
export class JobBusy extends Error {
  override readonly name = 'JobBusy'
  readonly seconds: number

  constructor(seconds: number) {
    super('another call works on the job')
    this.seconds = seconds
  }
}

/** The job continues in another run, or in another call of this one: the work of this call is not used. */
export class JobPassedOn extends Error {
  override readonly name = 'JobPassedOn'
}

const HEARTBEAT_MS = 15_000

async function take(of: JobRun, workerId: string): Promise<void> {
  if (await takeJob(of, workerId)) return
  const busySeconds = await findBusySeconds(of)
  if (busySeconds === null) throw new JobPassedOn(`run ${of.run} of job ${of.jobId} is over`)
  throw new JobBusy(busySeconds)
}

/** The seconds that the work wants to wait before it continues, where its result says so. */
function waitSecondsOf(value: unknown): number {
  const seconds = typeof value === 'object' && value !== null ? Reflect.get(value, 'waitSeconds') : 0
  return typeof seconds === 'number' ? seconds : 0
}

/**
 * Works on a job while no other process does. Only an Inngest server needs it: after a broken connection it may call the same
 * step twice, and have two runs of a job. Renews the worker's lease and the time by which the next worker is expected. The signal
 * aborts when another worker has taken over because this process was silent for too long. Throws `JobBusy` and
 * `JobPassedOn`.
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
      const isOurs = await renewJob(of, workerId)
      if (!isOurs) passedOn.abort(new JobPassedOn(`another call works on job ${of.jobId}`))
    } catch (error) {
      log.warn('a job could not be marked as being worked on', { job_id: of.jobId, error })
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
    await releaseJob(of, workerId, waitSeconds).catch((error: unknown) =>
      log.warn('a job could not be marked as free', { job_id: of.jobId, error }),
    )
  }
}
