import type { MediaRef } from '@/lib/archive/media/media-ref'
import { type Db, db } from '@/lib/core/db/db'
import type { Job, JobCaller, Media, Prisma } from '@/lib/core/generated/prisma/client'
import { log } from '@/lib/core/log'
import { knownPlatform } from '@/lib/platforms/platforms'
import type { JobStage } from './contract'
import { isEnded, RUNNING_STATUSES } from './states'

export type JobWithMedia = Job & { media: Media }

/** A running job with its media, for one of its steps; null once it has ended, when a step has nothing to do. */
export async function loadRunningJob(jobId: string): Promise<JobWithMedia | null> {
  const job = await db().job.findUnique({ where: { id: jobId }, include: { media: true } })
  if (job && !isEnded(job.status)) return job
  log.info('a step ended because its job has ended', { job_id: jobId, status: job?.status ?? 'gone' })
  return null
}

const RUNNING = { in: RUNNING_STATUSES }

/**
 * Takes a job's row lock for the rest of the transaction: joining, leaving, reserving and ending a job are serialised
 * by it. Returns the job as it is then, or null when it has ended.
 */
export async function lockJob(tx: Prisma.TransactionClient, jobId: string): Promise<Job | null> {
  await tx.$queryRaw`select 1 from job where id = ${jobId}::uuid for update`
  return tx.job.findFirst({ where: { id: jobId, status: RUNNING } })
}

/** Locks the job that runs under a key, and returns it; null: none. */
export async function lockRunningJob(tx: Prisma.TransactionClient, runningKey: string): Promise<Job | null> {
  await tx.$queryRaw`select 1 from job where running_key = ${runningKey} for update`
  return tx.job.findFirst({ where: { runningKey, status: RUNNING } })
}

/** The caller of a job who has waited longest; null: all have left. */
export function firstCaller(tx: Db, jobId: string): Promise<JobCaller | null> {
  return tx.jobCaller.findFirst({
    where: { jobId, leftAt: null },
    orderBy: [{ createdAt: 'asc' }, { userId: 'asc' }],
  })
}

/** The PostgreSQL channel that is notified with a job's id whenever the job has changed. */
export const JOB_CHANNEL = 'verbatim_job'

/** Notifies everyone who watches a job that it has changed. Inside a transaction the notification is sent on commit. */
export async function announceJob(tx: Db, jobId: string): Promise<void> {
  await tx.$executeRaw`select pg_notify(${JOB_CHANNEL}, ${jobId})`
}

/**
 * Updates the progress of a running job. `progress` (0 to 1) never falls, whatever the order of the updates; a job that
 * has ended stays as it is. `remainingSeconds` is an estimate, null without one. Returns whether the job still runs.
 */
export async function reportProgress(
  tx: Db,
  jobId: string,
  stage: JobStage,
  progress: number,
  remainingSeconds: number | null = null,
): Promise<boolean> {
  const running = await tx.$executeRaw`
    with running as (
      update job set status = 'in_progress', stage = ${stage}, progress = greatest(progress, ${progress}::float8),
                     started_at = coalesce(started_at, now()),
                     estimated_end = now() + make_interval(secs => ${remainingSeconds}::float8)
      where id = ${jobId}::uuid and status in ('queued', 'in_progress') returning id
    ) select pg_notify(${JOB_CHANNEL}, id::text) from running`
  return running > 0
}

/** The media reference of a job, from the address that it opens. */
export function jobMediaRef({ media, openUrl }: JobWithMedia): MediaRef {
  const { videoId, accessKey, url, ownerId, title } = media
  return { platform: knownPlatform(media.platform), videoId, accessKey, url, openUrl, ownerId, title }
}
