import { db } from '@/lib/core/db/db'
import { newId } from '@/lib/core/ids'
import { beginWork } from '@/lib/durable/work'
import { JOB_WORK } from '../events'
import type { JobRun } from '../runs/worker-table'

/** The run that works on a job now. For tests. */
export async function currentRun(jobId: string): Promise<JobRun> {
  const { run } = await db().work.findUniqueOrThrow({ where: { kind_id: { kind: 'job', id: jobId } } })
  return { jobId, run }
}

/** Adds a job without callers, and its work. For tests. */
export async function addJob(createdAt = new Date()): Promise<JobRun> {
  const id = newId()
  await db().media.create({ data: { id, platform: 'podcast', videoId: id, url: `http://a.example/${id}` } })
  await db().job.create({ data: { id, mediaId: id, requestedLang: 'en', runningKey: id, createdAt } })
  await beginWork(db(), JOB_WORK, id, { jobId: id })
  return currentRun(id)
}
