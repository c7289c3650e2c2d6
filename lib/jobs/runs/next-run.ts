import { db } from '@/lib/core/db/db'
import { emit } from '@/lib/core/db/events'
import type { Prisma } from '@/lib/core/generated/prisma/client'
import { log } from '@/lib/core/log'
import { Problem } from '@/lib/core/problem/problem'
import { failJob } from '../end/fail-job'
import { JOB_REQUESTED, type RunProgress } from '../events'
import { announceJob } from '../job-table'
import type { JobRun } from './worker-table'

/** So many runs of a job may be lost; with the next it fails. */
export const MAX_LOST_RUNS = 4

/** The id of the event that begins a run: the same run is never begun twice. */
export function runEventId({ jobId, run }: JobRun): string {
  return run === 0 ? jobId : `${jobId}:${run}`
}

/**
 * Lets the next run of a job begin, unless it has, or the job has ended. Whatever the former one still does is stopped.
 */
async function beginNext(
  { jobId, run }: JobRun,
  { where, data }: { where?: Prisma.JobWhereInput; data?: Prisma.JobUpdateManyMutationInput },
  progress?: RunProgress,
): Promise<boolean> {
  const next = { jobId, run: run + 1 }
  return db().$transaction(async (tx) => {
    const { count } = await tx.job.updateMany({
      where: { ...where, id: jobId, run, finishedAt: null },
      data: { ...data, run: next.run, expectedBy: null },
    })
    if (count === 0) return false
    await emit(tx, JOB_REQUESTED, { data: { ...next, ...progress }, id: runEventId(next) })
    await announceJob(tx, jobId)
    return true
  })
}

/** Ends a run that has had as many steps as a run may: the next one continues. A repeated call changes nothing. */
export async function passOnJob(run: JobRun, progress: RunProgress): Promise<void> {
  await beginNext(run, {}, progress)
}

/**
 * Starts another run of a job whose run was lost, or fails the job after too many lost runs. Called by several at
 * once, or of a run that another has followed, it does no more.
 */
export async function replaceLostRun(run: JobRun): Promise<void> {
  const { jobId } = run
  const lost = { where: { lostRuns: { lt: MAX_LOST_RUNS } }, data: { lostRuns: { increment: 1 } } }
  if (await beginNext(run, lost)) {
    log.warn('the run of a job was lost; the job continues in another', { job_id: jobId, run: run.run })
    return
  }
  const isOpen = (await db().job.count({ where: { id: jobId, run: run.run, finishedAt: null } })) > 0
  if (isOpen) await failJob(jobId, new Problem('transcriber_failed', { cause: 'all of its runs were lost' }))
}
