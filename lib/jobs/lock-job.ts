import type { Job, Prisma } from '@/lib/platform/generated/prisma/client'

const RUNNING = { in: ['queued', 'in_progress'] }

/**
 * Takes a job's row lock for the rest of the transaction: joining, leaving, reserving and ending a job are serialised
 * by it. Returns the job as it is then, or null when it has ended.
 */
export async function lockJob(tx: Prisma.TransactionClient, jobId: string): Promise<Job | null> {
  await tx.$queryRaw`select 1 from job where id = ${jobId}::uuid for update`
  return tx.job.findFirst({ where: { id: jobId, status: RUNNING } })
}

/** The same for whatever job runs under a key. */
export async function lockRunningJob(tx: Prisma.TransactionClient, runningKey: string): Promise<Job | null> {
  await tx.$queryRaw`select 1 from job where running_key = ${runningKey} for update`
  return tx.job.findFirst({ where: { runningKey, status: RUNNING } })
}
