import type { Db } from '@/lib/platform/db'
import type { JobStage } from './contract'

/** Told to PostgreSQL with the job's id whenever a job has changed. */
export const JOB_CHANNEL = 'verbatim_job'

/** Tells everyone who watches a job to look again. Inside a transaction they are told when it is committed. */
export async function announceJob(tx: Db, jobId: string): Promise<void> {
  await tx.$executeRaw`select pg_notify(${JOB_CHANNEL}, ${jobId})`
}

/**
 * Says how far a running job is. `progress` (0 to 1) never falls, whatever order the words come in; a job that has ended
 * stays as it is. Gives whether the job still runs.
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
