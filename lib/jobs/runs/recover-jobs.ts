import { db } from '@/lib/core/db/db'
import { emit } from '@/lib/core/db/events'
import { log } from '@/lib/core/log'
import { Problem } from '@/lib/core/problem/problem'
import type { Recovery } from '@/lib/durable/work'
import { failJob } from '../end/fail-job'
import { JOB_CANCELLED, JOB_WORK, type JobData } from '../events'
import { announceJob, firstCaller } from '../job-table'

/** Continues a job in another run. What the former run still does is stopped by the announcement. */
export const JOB_RECOVERY: Recovery<JobData> = {
  ...JOB_WORK,
  next: async (tx, jobId) => {
    if ((await tx.job.count({ where: { id: jobId, finishedAt: null } })) === 0) return null
    await announceJob(tx, jobId)
    const caller = await firstCaller(tx, jobId)
    return caller ? { jobId, userId: caller.userId } : { jobId }
  },
  giveUp: (jobId) => failJob(jobId, new Problem('transcriber_failed', { cause: 'all of its runs were lost' })),
}

const DAY_MS = 86_400_000

/** Fails jobs that have taken more than a day. Returns how many there were. */
export async function endLateJobs(): Promise<number> {
  const late = await db().job.findMany({
    where: { finishedAt: null, createdAt: { lt: new Date(Date.now() - DAY_MS) } },
    select: { id: true },
  })
  for (const { id } of late) {
    log.error('a job has taken more than a day', { job_id: id })
    await failJob(id, new Problem('transcriber_failed', { cause: 'it has taken more than a day' }))
    // A run of it that still exists ends too.
    await emit(db(), JOB_CANCELLED, { data: { jobId: id } })
  }
  return late.length
}
