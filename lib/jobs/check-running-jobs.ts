import { env } from '@/lib/platform/env'
import type { Prisma } from '@/lib/platform/generated/prisma/client'
import { Problem } from '@/lib/platform/problem'

/**
 * Checks that a user may have one more running job. Concurrent calls of one user are serialised until their
 * transactions end. A job that the user has already joined counts once. Throws `too_many_jobs`.
 */
export async function checkRunningJobs(tx: Prisma.TransactionClient, userId: string, jobId: string): Promise<void> {
  await tx.$queryRaw`select 1 from users where id = ${userId}::uuid for no key update`
  const running = await tx.jobCaller.count({
    where: { userId, leftAt: null, jobId: { not: jobId }, job: { finishedAt: null } },
  })
  const limit = env().JOBS_PER_USER
  if (running >= limit) throw new Problem('too_many_jobs', { context: { running, limit } })
}
