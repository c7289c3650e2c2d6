import { leaveJob } from '@/lib/jobs/leave-job'
import type { Entry, Prisma } from '@/lib/platform/generated/prisma/client'
import { Problem } from '@/lib/platform/problem'

const RUNNING = { status: { in: ['queued', 'in_progress'] } }

type Left = { entry: Entry; endedJobs: string[] }

/** The jobs in which an entry's user still waits for it. */
async function runningJobs(tx: Prisma.TransactionClient, userId: string, entryId: string): Promise<string[]> {
  const where = { userId, entryId, leftAt: null, job: RUNNING }
  const places = await tx.jobCaller.findMany({ where, select: { jobId: true } })
  return places.map(({ jobId }) => jobId)
}

/**
 * Takes a user out of an entry's jobs, free of charge, then locks the entry: jobs are locked before entries by everyone.
 * Null when a job has begun in between, and the whole is to be done again. Throws `not_found`.
 */
export async function leaveEntry(tx: Prisma.TransactionClient, userId: string, entryId: string): Promise<Left | null> {
  const endedJobs: string[] = []
  for (const jobId of await runningJobs(tx, userId, entryId)) {
    if (await leaveJob(tx, jobId, userId, new Problem('cancelled'))) endedJobs.push(jobId)
  }
  await tx.$queryRaw`select 1 from entry where id = ${entryId}::uuid and user_id = ${userId}::uuid for update`
  const entry = await tx.entry.findFirst({ where: { id: entryId, userId } })
  if (!entry) throw new Problem('not_found', { detail: 'There is no such transcript of yours. Check its id.' })
  return (await runningJobs(tx, userId, entryId)).length === 0 ? { entry, endedJobs } : null
}
