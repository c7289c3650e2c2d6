import type { Db } from '@/lib/platform/db'
import type { JobStage } from './contract'

/** The PostgreSQL channel that is notified with a job's id whenever the job has changed. */
export const JOB_CHANNEL = 'verbatim_job'

/** Notifies everyone who watches a job that it has changed. Inside a transaction the notification is sent on commit. */
export async function announceJob(tx: Db, jobId: string): Promise<void> {
  await tx.$executeRaw`select pg_notify(${JOB_CHANNEL}, ${jobId})`
}

/**
 * Updates the progress of a running job. `progress` (0 to 1) never falls, whatever the order of the updates; a job that
 * has ended stays as it is. Returns whether the job still runs.
 */
export async function reportProgress(tx: Db, jobId: string, stage: JobStage, progress: number): Promise<boolean> {
  const running = await tx.$executeRaw`
    with running as (
      update job set status = 'in_progress', stage = ${stage}, progress = greatest(progress, ${progress}::float8),
                     started_at = coalesce(started_at, now())
      where id = ${jobId}::uuid and status in ('queued', 'in_progress') returning id
    ) select pg_notify(${JOB_CHANNEL}, id::text) from running`
  return running > 0
}
