import { db } from '@/lib/platform/db'
import type { Job, Media } from '@/lib/platform/generated/prisma/client'
import { log } from '@/lib/platform/log'

/** A job with its media. */
export type JobWithMedia = Job & { media: Media }

/** A running job with its media, for one of its steps; null once it has ended, when a step has nothing to do. */
export async function loadRunningJob(jobId: string): Promise<JobWithMedia | null> {
  const job = await db().job.findUnique({ where: { id: jobId }, include: { media: true } })
  if (job && (job.status === 'queued' || job.status === 'in_progress')) return job
  log.info('a step found its job ended', { job_id: jobId, status: job?.status ?? 'gone' })
  return null
}
