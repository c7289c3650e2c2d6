import { db } from '@/lib/core/db/db'
import { emit } from '@/lib/core/db/events'
import { log } from '@/lib/core/log'
import { Problem } from '@/lib/core/problem/problem'
import { failJob } from '../end/fail-job'
import { JOB_CANCELLED } from '../events'
import { replaceLostRun } from './next-run'
import { findStrandedJobs, type Stranded } from './stranded-jobs-table'

async function endOrReplace({ why, ...run }: Stranded): Promise<void> {
  const { jobId } = run
  log.error('a stranded job was found', { job_id: jobId, why })
  if (why === 'lost') return replaceLostRun(run)
  await failJob(jobId, new Problem('transcriber_failed', { cause: 'it has taken more than a day' }))
  // A run of it that still exists ends too.
  await emit(db(), JOB_CANCELLED, { data: { jobId } })
}

/**
 * Restarts jobs that nobody works on any longer from where they stopped, and fails those that were restarted too often
 * or have taken more than a day. Safe to call from several processes at once. Returns how many jobs there were.
 */
export async function endStrandedJobs(embedded: boolean): Promise<number> {
  const stranded = await findStrandedJobs(embedded)
  for (const job of stranded) await endOrReplace(job)
  return stranded.length
}
