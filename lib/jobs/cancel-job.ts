import type { Actor } from '@/lib/core/actor'
import { db } from '@/lib/core/db/db'
import { Problem } from '@/lib/core/problem/problem'
import { discardJobFiles } from './audio/job-files'
import type { Job } from './contract'
import { leaveJob } from './end/leave-job'
import { findJob } from './find-job'

/**
 * Removes the caller from a job, free of charge; the job itself ends when no other caller is left. A job that has ended
 * stays as it is. Throws `not_found`.
 */
export async function cancelJob(actor: Actor, jobId: string): Promise<Job> {
  await findJob(actor, jobId, 'json')
  const ended = await db().$transaction((tx) => leaveJob(tx, jobId, actor.userId, new Problem('cancelled')))
  if (ended) await discardJobFiles(jobId)
  return findJob(actor, jobId, 'json')
}
