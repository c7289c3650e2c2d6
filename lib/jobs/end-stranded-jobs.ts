import { db } from '@/lib/platform/db'
import { emit } from '@/lib/platform/events'
import { log } from '@/lib/platform/log'
import { Problem } from '@/lib/platform/problem'
import { failJob } from './fail-job'
import { JOB_CANCELLED } from './leave-job'
import { JOB_REQUESTED } from './start-job'
import { findStrandedJobs, type Stranded, secondEventId } from './stranded-jobs'

async function mend({ id, why }: Stranded): Promise<void> {
  log.error('a job was left by itself', { job_id: id, why })
  if (why === 'lost') {
    await emit(db(), { name: JOB_REQUESTED, data: { jobId: id }, id: secondEventId(id) })
    return
  }
  await failJob(id, new Problem('transcriber_failed', { cause: `nobody worked on it: ${why}` }))
  // Should a run of it be there still, it ends too.
  await emit(db(), { name: JOB_CANCELLED, data: { jobId: id } })
}

/**
 * Ends jobs that nothing else will end, and begins anew, once, what was never begun. Done by several at once, it does no
 * more. Gives how many there were.
 */
export async function endStrandedJobs(embedded: boolean): Promise<number> {
  const stranded = await findStrandedJobs(embedded)
  for (const job of stranded) await mend(job)
  return stranded.length
}
