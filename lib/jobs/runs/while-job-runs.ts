import { setTimeout as delay } from 'node:timers/promises'
import { singleton } from '@/lib/core/concurrency/singleton'
import { withDeadline } from '@/lib/core/concurrency/start-deadline'
import { isStopping } from '@/lib/core/concurrency/stopping'
import { db } from '@/lib/core/db/db'
import { subscribe } from '@/lib/core/db/notifications'
import { log } from '@/lib/core/log'
import { JOB_CHANNEL } from '../job-table'
import { JobPassedOn } from './job-worker'
import type { JobRun } from './worker-table'

/** The abort reason when a job has ended: its work is no longer needed. */
export class JobEnded extends Error {
  override readonly name = 'JobEnded'
}

/** The abort reason when the job continues in another process: this one is about to end, or runs no functions any more. */
export class JobWorkStopped extends Error {
  override readonly name = 'JobWorkStopped'
}

type JobWork = { stop: AbortController; running: Set<Promise<unknown>> }

function jobWork(): JobWork {
  return singleton('job-work', () => ({ stop: new AbortController(), running: new Set() }))
}

/** Why nothing is left to do for a run; null: there is. */
async function reasonToStop({ jobId, run }: JobRun): Promise<Error | null> {
  const work = await db().work.findUnique({ where: { kind_id: { kind: 'job', id: jobId } } })
  if (!work) return new JobEnded(`job ${jobId} has ended`)
  return work.run === run ? null : new JobPassedOn(`job ${jobId} continues in run ${work.run}`)
}

async function watched<T>(
  of: JobRun,
  { limitMs, stopped }: { limitMs: number; stopped: AbortSignal },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { jobId } = of
  const ended = new AbortController()
  const checkJob = async () => {
    try {
      const reason = await reasonToStop(of)
      if (reason) ended.abort(reason)
    } catch (error) {
      log.warn('it could not be checked whether a job has ended', { job_id: jobId, error })
    }
  }
  const unsubscribe = await subscribe(JOB_CHANNEL, (changed) => {
    if (changed === null || changed === jobId) void checkJob()
  })
  try {
    return await withDeadline({ signals: [ended.signal, stopped], timeoutMs: limitMs }, work)
  } catch (error) {
    stopped.throwIfAborted()
    // The files of a job that has ended are deleted, perhaps before this process was notified.
    if (!ended.signal.aborted) await checkJob()
    ended.signal.throwIfAborted()
    throw error
  } finally {
    unsubscribe()
  }
}

/**
 * Runs work of a run for a job with a signal that aborts after `limitMs`, and as soon as the job has ended (cancelled
 * by its last caller, or done by another process) or continues in another run. Then it rejects with `JobEnded` or
 * `JobPassedOn`, whatever the work returned, and with `JobWorkStopped` when this process is about to end.
 */
export async function whileJobRuns<T>(
  of: JobRun,
  limitMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return untilShutdown((stopped) => watched(of, { limitMs, stopped }, work))
}

/**
 * Runs work that `stopJobWork` aborts and waits for at shutdown: the reason of the signal is then a `JobWorkStopped`,
 * and so is any failure of the work once the shutdown has begun.
 */
export async function untilShutdown<T>(work: (stopped: AbortSignal) => Promise<T>): Promise<T> {
  const { running, stop } = jobWork()
  const stopped = stop.signal
  const working = work(stopped)
  running.add(working)
  try {
    return await working
  } catch (error) {
    // Programs and connections end with this process: a failure during shutdown says nothing about the work.
    if ((isStopping() || stopped.aborted) && !(error instanceof JobEnded))
      throw new JobWorkStopped('the work continues in another process')
    throw error
  } finally {
    running.delete(working)
  }
}

/**
 * Stops all running work for jobs in this process, and waits until it has stopped, for `limitMs` at most. The jobs continue
 * in another process. During a shutdown, work that begins later is stopped too.
 */
export async function stopJobWork(limitMs: number): Promise<void> {
  const work = jobWork()
  const { stop } = work
  const running = [...work.running]
  if (!isStopping()) work.stop = new AbortController()
  stop.abort(new JobWorkStopped('the work continues in another process'))
  const enough = new AbortController()
  const limit = delay(limitMs, undefined, { signal: enough.signal }).catch(() => undefined)
  await Promise.race([Promise.allSettled(running), limit])
  enough.abort()
}
