import { cancelJob } from '@/lib/jobs/cancel-job'
import type { Actor } from '@/lib/platform/actor'
import { db } from '@/lib/platform/db'
import type { ImportBatch } from './contract'
import { endCancelled } from './end-import'
import { readImport } from './read-import'

/** The jobs that an import began and that still run. One that the user had begun before is the user's own. */
async function ownJobs(batchId: string, userId: string): Promise<string[]> {
  const rows = await db().$queryRaw<{ jobId: string }[]>`
    select i.job_id as "jobId" from import_item i
    join job_caller c on c.job_id = i.job_id and c.user_id = ${userId}::uuid
    join job j on j.id = i.job_id and j.finished_at is null
    where i.batch_id = ${batchId}::uuid and i.state = 'in_progress' and c.left_at is null and c.created_at >= i.started_at`
  return rows.map(({ jobId }) => jobId)
}

/**
 * Cancels an import of the caller's: what is done stays, what is under way is left and costs nothing. One that has ended
 * stays as it is. Gives it as it is then. Throws `not_found`.
 */
export async function cancelImport(actor: Actor, batchId: string): Promise<ImportBatch> {
  await readImport(actor, batchId)
  const jobs = await ownJobs(batchId, actor.userId)
  const ended = await db().$transaction((tx) => endCancelled(tx, batchId))
  if (ended) for (const jobId of jobs) await cancelJob(actor, jobId)
  return readImport(actor, batchId)
}
